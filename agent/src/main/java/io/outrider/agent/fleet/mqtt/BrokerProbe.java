package io.outrider.agent.fleet.mqtt;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;

/**
 * Result of a connection to the broker that ends after the TLS handshake, without MQTT.
 *
 * @param failure sentence with what to do; empty if the broker was reached
 * @param refused whether one side refuses the certificate or protocol of the other, or the files of the settings are wrong:
 *     waiting does not help
 * @param chain certificates of the broker, its own first, up to the one that the authority has signed, also where they were
 *     refused; none without TLS
 * @param authority the one of the settings or of Java that the chain leads to
 */
public record BrokerProbe(
        String failure, boolean refused, List<X509Certificate> chain, Optional<X509Certificate> authority) {
    /** With TLS 1.3 the broker refuses the unit's certificate after the unit's part of the handshake, a round trip later. */
    private static final int REFUSAL_MILLIS = 1_500;

    /**
     * Connects with the files of the settings as they are now.
     *
     * @param settings with a url
     * @param limit of the connection, and of each wait in the handshake
     */
    public static BrokerProbe of(LinkSettings settings, Duration limit) {
        BrokerAddress address = BrokerAddress.parse(settings.url());
        try {
            if (!address.tls()) {
                try (Socket socket = connected(address, limit)) {
                    return new BrokerProbe("", false, List.of(), Optional.empty());
                }
            }
            RecordingTrust trust = new RecordingTrust(TlsContext.trust(settings));
            String failure = "";
            boolean refused = false;
            try (Socket socket = connected(address, limit)) {
                shakeHands(BrokerSocket.secured(TlsContext.context(settings, trust), socket, address));
            } catch (IOException e) {
                failure = new ErrorMessages(address, settings).explain(e).getMessage();
                refused = e instanceof SSLHandshakeException && !(e.getCause() instanceof EOFException); // not cut off
            }
            TrustPath path = TrustPath.of(trust.chain(), List.of(trust.getAcceptedIssuers()));
            return new BrokerProbe(failure, refused, path.certificates(), path.authority());
        } catch (IOException e) {
            return new BrokerProbe(
                    new ErrorMessages(address, settings).explain(e).getMessage(), false, List.of(), Optional.empty());
        } catch (LinkFailure e) {
            return new BrokerProbe(e.getMessage(), true, List.of(), Optional.empty());
        }
    }

    private static Socket connected(BrokerAddress address, Duration limit) throws IOException {
        int millis = Math.toIntExact(limit.toMillis());
        Socket socket = new Socket();
        try {
            socket.setSoTimeout(millis);
            socket.connect(new InetSocketAddress(address.host(), address.port()), millis);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** A broker says nothing before it is spoken to, except that it refuses. */
    private static void shakeHands(SSLSocket secured) throws IOException {
        secured.startHandshake();
        secured.setSoTimeout(REFUSAL_MILLIS);
        try {
            if (secured.getInputStream().read() < 0) {
                throw new EOFException();
            }
        } catch (SocketTimeoutException e) {
            // not refused
        }
    }
}
