package io.outrider.service.program;

import io.outrider.service.commands.CallbackAddresses;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.http.HttpServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Settings of the service; docs/service.md lists them. Absent ones are those of {@code defaults.toml}, or null. */
record ServiceSettings(
        Path data,
        Http http,
        DatabaseSection database,
        Broker broker,
        Tls tls,
        Callbacks callbacks,
        Telemetry telemetry,
        ReleaseSection releases) {
    static final int MQTT_PORT = 1883;
    static final int MQTTS_PORT = 8883;

    /** Addresses that stand for all of the machine. */
    static final List<String> WILDCARDS = List.of("0.0.0.0", "::");

    private static final String HOST_PORT = "[A-Za-z0-9.-]+:[0-9]{1,5}|\\[[0-9a-fA-F:]+]:[0-9]{1,5}";

    /**
     * HTTP server.
     *
     * @param url public address, as units and people reach it
     * @param session lifetime of the token of a login
     * @param metrics who may read /metrics: {@code loopback}, {@code all} or {@code off}
     * @param addressConnections most connections from one address of another machine
     */
    record Http(String address, int port, String url, Duration session, String metrics, int addressConnections) {
        Http {
            check(port >= 0 && port < 65536, "http.port", "is 0 to 65535");
            check(
                    addressConnections > 0 && addressConnections <= HttpServer.MOST_CONNECTIONS,
                    "http.address_connections",
                    "is 1 to " + HttpServer.MOST_CONNECTIONS);
            check(List.of("loopback", "all", "off").contains(metrics), "http.metrics", "is loopback, all or off");
            check(url == null || url.matches("https?://[^/\\s].*"), "http.url", "is http://HOST or https://HOST");
            check(session.toSeconds() >= 60 && session.toSeconds() <= 2_592_000, "http.session", "is 1m to 30d");
        }

        String publicUrl(int boundPort) {
            return url != null
                    ? url.replaceFirst("/+$", "")
                    : "http://" + (WILDCARDS.contains(address) ? "localhost" : address) + ":" + boundPort;
        }
    }

    /** @param url {@code sqlite:FILE} or {@code postgresql://…}; without it a file in the data folder */
    record DatabaseSection(String url, int connections) {
        DatabaseSection {
            check(connections >= 2 && connections <= 200, "database.connections", "is 2 to 200");
            if (url != null) {
                check("database.url", "cannot be used", () -> DatabaseUrl.parse(url));
            }
        }

        DatabaseUrl parsed(Path data) {
            return url == null ? DatabaseUrl.sqlite(data.resolve("service.db")) : DatabaseUrl.parse(url);
        }
    }

    /**
     * Broker.
     *
     * @param url of a broker of the fleet's own, such as {@code mqtts://broker:8883}; without it the embedded one runs
     * @param user at that broker
     * @param passwordFile file with the password
     * @param unitsUrl address that units are given at enrolment; by default that of the broker
     * @param port of the embedded broker, without TLS
     * @param cluster HOST:PORT at which the embedded brokers of other instances reach this one; without it there is no cluster
     * @param peers such addresses of the others
     */
    record Broker(
            URI url,
            String user,
            Path passwordFile,
            String prefix,
            String unitsUrl,
            String address,
            int port,
            String cluster,
            List<String> peers) {
        Broker {
            check(prefix.matches("[\\w-]+(/[\\w-]+)*"), "broker.prefix", "is levels of letters, digits, '_' and '-'");
            check(
                    url == null
                            || url.getHost() != null
                                    && url.getRawUserInfo() == null // units are given the URL
                                    && List.of("mqtt", "mqtts").contains(url.getScheme()),
                    "broker.url",
                    "is mqtt://HOST:PORT or mqtts://HOST:PORT; user and password are broker.user and password_file");
            check(port >= 1 && port < 65536, "broker.port", "is 1 to 65535");
            peers = List.copyOf(peers);
            check(cluster == null || isHostPort(cluster), "broker.cluster", "is HOST:PORT");
            check(peers.stream().allMatch(ServiceSettings::isHostPort), "broker.peers", "is a list of HOST:PORT");
            check(
                    cluster == null ? peers.isEmpty() : url == null,
                    "broker.peers",
                    "goes with broker.cluster, and both with the embedded broker only");
        }
    }

    /**
     * Listener of the embedded broker with TLS, for units that are on the road.
     *
     * @param port 0 for none
     * @param host name or address by which units reach it, which is in its certificate
     */
    record Tls(String address, int port, String host) {
        Tls {
            host = host != null ? host : WILDCARDS.contains(address) ? "localhost" : address;
            check(port >= 0 && port < 65536, "tls.port", "is 0 to 65535");
            check(host.matches("[A-Za-z0-9.:-]{1,200}"), "tls.host", "is a host name or an address");
        }
    }

    /**
     * Callbacks.
     *
     * @param allow networks in CIDR form, such as {@code 10.0.0.0/8}, to which callbacks may go although they are private
     * @param pauses behind the first to fourth attempt of a request
     */
    record Callbacks(List<String> allow, List<Duration> pauses) {
        Callbacks {
            allow = List.copyOf(allow);
            pauses = List.copyOf(pauses);
            check(pauses.size() == 4, "callbacks.pauses", "is a list of four durations");
            List<String> networks = allow;
            check("callbacks.allow", "is a list of networks", () -> networks.forEach(CallbackAddresses::network));
        }
    }

    /** @param keep age after which records are deleted; without it they are kept */
    record Telemetry(Duration keep) {
        Telemetry {
            check(keep == null || keep.compareTo(Duration.ofDays(1)) >= 0, "telemetry.keep", "is 1d at least");
        }
    }

    /** @param keyFile PEM file with an Ed25519 key that signs releases; without it they are not signed */
    record ReleaseSection(Path keyFile, String keyName) {}

    ServiceSettings {
        check(
                broker.cluster() == null || database.parsed(data).kind() == DatabaseUrl.Kind.POSTGRESQL,
                "broker.cluster",
                "goes with a database that all instances share: [database] url is that of PostgreSQL");
    }

    private static boolean isHostPort(String text) {
        int port = text.matches(HOST_PORT) ? Integer.parseInt(text.substring(text.lastIndexOf(':') + 1)) : 0;
        return port > 0 && port < 65536;
    }

    private static void check(boolean holds, String key, String rule) {
        if (!holds) {
            throw new InvalidServiceSettingsException(key, rule);
        }
    }

    private static void check(String key, String rule, Runnable parser) {
        try {
            parser.run();
        } catch (IllegalArgumentException e) {
            throw new InvalidServiceSettingsException(key, rule + ": " + e.getMessage());
        }
    }
}
