package io.outrider.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Mosquitto broker on free loopback ports, with its files in a folder of the test. It has two listeners: the one under
 * test, configured by {@link BrokerConfig}, and an open one with full access for {@link MqttPair}.
 */
public final class Mosquitto implements AutoCloseable {
    private final Path folder;
    private final int port;
    private final int openPort;
    private Process process;

    /** Configuration of the listener under test; open by default. */
    public static final class BrokerConfig {
        private final StringBuilder lines = new StringBuilder();
        private boolean anonymous = true;
        private boolean persistent;
        private Map<String, String> users = Map.of();
        private final StringBuilder general = new StringBuilder();
        private List<String> acl = List.of();

        public BrokerConfig users(Map<String, String> passwords) {
            users = Map.copyOf(passwords);
            anonymous = false;
            return this;
        }

        /** TLS with this certificate; clients need none. */
        public BrokerConfig tls(ThrowAwayCa.Pair server) {
            lines.append("certfile ").append(server.certificate()).append('\n');
            lines.append("keyfile ").append(server.key()).append('\n');
            return this;
        }

        /** Mutual TLS: a client needs a certificate of this authority, whose common name becomes the user name. */
        public BrokerConfig clientCertificates(ThrowAwayCa.Pair server, ThrowAwayCa clients) {
            tls(server);
            lines.append("cafile ").append(clients.certificate()).append('\n');
            lines.append("require_certificate true\nuse_identity_as_username true\n");
            anonymous = false;
            return this;
        }

        /** Restricts a unit to {@code outrider/v1/<its user name>}. */
        public BrokerConfig ownTopicsOnly() {
            return acl("pattern readwrite outrider/v1/%u/#");
        }

        /** Lines of mosquitto's ACL file; all other access is denied. */
        public BrokerConfig acl(String... lines) {
            acl = List.of(lines);
            return this;
        }

        /** Adds a line of mosquitto.conf to this listener, such as {@code max_topic_alias 0}. */
        public BrokerConfig listenerLine(String line) {
            lines.append(line).append('\n');
            return this;
        }

        /** Adds a line of mosquitto.conf to the whole broker, such as {@code max_keepalive 10}. */
        public BrokerConfig brokerLine(String line) {
            general.append(line).append('\n');
            return this;
        }

        /** Sessions and queued messages survive {@link Mosquitto#stop()}, but not {@link Mosquitto#kill()}. */
        public BrokerConfig persistent() {
            persistent = true;
            return this;
        }
    }

    public static Mosquitto open(Path folder) {
        return configured(folder, new BrokerConfig());
    }

    public static Mosquitto configured(Path folder, BrokerConfig config) {
        try {
            Mosquitto mosquitto = new Mosquitto(Files.createTempDirectory(folder, "mosquitto"), freePort(), freePort());
            mosquitto.configure(config);
            mosquitto.start();
            return mosquitto;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Mosquitto(Path folder, int port, int openPort) {
        this.folder = folder;
        this.port = port;
        this.openPort = openPort;
    }

    private void configure(BrokerConfig config) throws IOException {
        StringBuilder text = new StringBuilder("per_listener_settings true\nallow_zero_length_clientid true\n");
        // started by root, mosquitto drops to another user, which could not read the test's folder
        text.append("user ").append(System.getProperty("user.name")).append('\n');
        // 0 means no limit, and makes 2.0.11 close the connection on each refused publish
        text.append("max_queued_messages 1000000\nlog_dest file ")
                .append(folder.resolve("log"))
                .append('\n');
        // without it a PUBLISH waits behind a PUBACK for the client's delayed ACK, 40 ms
        text.append("set_tcp_nodelay true\n");
        text.append("persistence ").append(config.persistent).append('\n');
        text.append("persistence_location ").append(folder).append("/\n");
        text.append(config.general);
        text.append("listener ").append(port).append(" 127.0.0.1\n").append(config.lines);
        text.append("allow_anonymous ").append(config.anonymous).append('\n');
        if (!config.users.isEmpty()) {
            Path passwords = Files.createFile(
                    folder.resolve("passwords"),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            config.users.forEach((user, password) -> Programs.run(List.of(
                    Programs.find("mosquitto_passwd", "mosquitto"), "-b", passwords.toString(), user, password)));
            text.append("password_file ").append(passwords).append('\n');
        }
        if (!config.acl.isEmpty()) {
            Path acl = Files.write(folder.resolve("acl"), config.acl);
            text.append("acl_file ").append(acl).append('\n');
        }
        text.append("listener ").append(openPort).append(" 127.0.0.1\nallow_anonymous true\n");
        Files.writeString(folder.resolve("mosquitto.conf"), text);
    }

    public int port() {
        return port;
    }

    public int openPort() {
        return openPort;
    }

    /** Starts or restarts the broker on the same ports; returns when it accepts connections. */
    public synchronized void start() {
        try {
            process = new ProcessBuilder(
                            Programs.find("mosquitto", "mosquitto"),
                            "-c",
                            folder.resolve("mosquitto.conf").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output").toFile())
                    .start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Await.until("mosquitto accepts on port " + port + ", see " + log(), this::accepts);
    }

    private boolean accepts() throws IOException {
        if (!process.isAlive()) {
            throw new AssertionError("mosquitto ended: " + Files.readString(folder.resolve("output")) + log());
        }
        try (Socket one = new Socket("127.0.0.1", port);
                Socket other = new Socket("127.0.0.1", openPort)) {
            return one.isConnected() && other.isConnected();
        }
    }

    /**
     * SIGTERM, as from systemd; a persistent broker saves its sessions. Repeated each second: a broker that accepts, but has
     * not entered its main loop yet, forgets the first one.
     */
    public synchronized void stop() {
        awaitExit(process::destroy);
    }

    /** SIGKILL, as in a power cut. */
    public synchronized void kill() {
        awaitExit(process::destroyForcibly);
    }

    private void awaitExit(Runnable signal) {
        long limit = TimeoutFactor.scaledSeconds(10);
        try {
            for (long seconds = 0; seconds < limit; seconds++) {
                signal.run();
                if (process.waitFor(1, TimeUnit.SECONDS)) {
                    return;
                }
            }
            process.destroyForcibly();
            throw new AssertionError("mosquitto did not stop within " + limit + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    public String log() {
        try {
            return Files.exists(folder.resolve("log")) ? Files.readString(folder.resolve("log")) : "";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public boolean hasSaved(String text) throws IOException {
        return new String(Files.readAllBytes(folder.resolve("mosquitto.db")), StandardCharsets.ISO_8859_1)
                .contains(text);
    }

    @Override
    public void close() {
        stop();
    }

    /** A free loopback port at random below those of connections, so that tests side by side hardly get the same. */
    public static int freePort() {
        IOException last = null;
        for (int attempt = 0; attempt < 100; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(15_000, 32_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                last = e;
            }
        }
        throw new AssertionError("no free port", last);
    }
}
