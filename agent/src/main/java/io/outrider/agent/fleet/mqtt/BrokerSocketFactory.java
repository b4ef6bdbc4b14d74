package io.outrider.agent.fleet.mqtt;

import java.net.URI;
import java.util.Set;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.internal.NetworkModule;
import org.eclipse.paho.mqttv5.client.spi.NetworkModuleFactory;

/**
 * Paho network module factory, found by {@code ServiceLoader} and a URI scheme. The address is not in the URI: for host
 * names that it cannot parse, Paho would use reflection on {@code java.net.URI}, which Java 17 forbids.
 */
public final class BrokerSocketFactory implements NetworkModuleFactory {
    static final String URI = "outrider://broker";

    @Override
    public Set<String> getSupportedUriSchemes() {
        return Set.of("outrider");
    }

    @Override
    public void validateURI(URI uri) {
        // the scheme has one form only
    }

    @Override
    public NetworkModule createNetworkModule(URI uri, MqttConnectionOptions options, String clientId) {
        return ((SocketOptions) options).socket;
    }

    static final class SocketOptions extends MqttConnectionOptions {
        private final BrokerSocket socket;

        SocketOptions(BrokerSocket socket) {
            this.socket = socket;
        }
    }
}
