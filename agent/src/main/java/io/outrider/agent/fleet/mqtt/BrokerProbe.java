package io.outrider.agent.fleet.mqtt;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLSocket;

/**
 * Result of a connection to the broker that ends after the TLS handshake, without MQTT.
 *
 * @param failure sentence with what to do; empty if the broker was reached
 * @param chain certificates of the broker, its own first; none without TLS
 */
public record BrokerProbe(String failure, List<Certificate> chain) {
    /**
     * Connects with the files of the settings as they are now.
     *
     * @param settings with a url
     * @param limit of the connection, and of each wait in the handshake
     */
    public static BrokerProbe of(LinkSettings settings, Duration limit) {
        BrokerAddress address = BrokerAddress.parse(settings.url());
        int millis = Math.toIntExact(limit.toMillis());
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(millis);
            socket.connect(new InetSocketAddress(address.host(), address.port()), millis);
            if (!address.tls()) {
                return new BrokerProbe("", List.of());
            }
            SSLSocket secured = BrokerSocket.secured(TlsContext.context(settings), socket, address);
            secured.startHandshake();
            return new BrokerProbe("", List.of(secured.getSession().getPeerCertificates()));
        } catch (IOException e) {
            return new BrokerProbe(
                    new ErrorMessages(address, settings).explain(e).getMessage(), List.of());
        } catch (LinkFailure e) {
            return new BrokerProbe(e.getMessage(), List.of());
        }
    }
}
