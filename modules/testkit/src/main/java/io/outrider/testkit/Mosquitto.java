package io.outrider.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Debian's mosquitto on loopback ports of its own, with its files in a folder of the test. It has two doors: the one
 * under test, locked as the test wants it, and one for {@link MqttPair} that lets everybody in and see everything.
 */
public final class Mosquitto implements AutoCloseable {
    private final Path folder;
    private final int port;
    private final int openPort;
    private Process process;

    /** What the door under test asks for; nothing by default. */
    public static final class Lock {
        private final StringBuilder lines = new StringBuilder();
        private boolean anonymous = true;
        private boolean persistent;
        private Map<String, String> users = Map.of();
        private final StringBuilder general = new StringBuilder();
        private List<String> acl = List.of();

        /** User names and passwords. */
        public Lock users(Map<String, String> passwords) {
            users = Map.copyOf(passwords);
            anonymous = false;
            return this;
        }

        /** TLS with this certificate; clients need none. */
        public Lock tls(ThrowAwayCa.Pair server) {
            lines.append("certfile ").append(server.certificate()).append('\n');
            lines.append("keyfile ").append(server.key()).append('\n');
            return this;
        }

        /** TLS, and who comes needs a certificate of this authority; its common name becomes the user name. */
        public Lock clientCertificates(ThrowAwayCa.Pair server, ThrowAwayCa clients) {
            tls(server);
            lines.append("cafile ").append(clients.certificate()).append('\n');
            lines.append("require_certificate true\nuse_identity_as_username true\n");
            anonymous = false;
            return this;
        }

        /** A unit may read and write only below {@code outrider/v1/<its user name>}. */
        public Lock confined() {
            return allowed("pattern readwrite outrider/v1/%u/#");
        }

        /** Lines of mosquitto's acl file; all else is forbidden. */
        public Lock allowed(String... lines) {
            acl = List.of(lines);
            return this;
        }

        /** A line of mosquitto.conf for this door, such as {@code max_topic_alias 0}. */
        public Lock door(String line) {
            lines.append(line).append('\n');
            return this;
        }

        /** A line of mosquitto.conf for the whole broker, such as {@code max_keepalive 10}. */
        public Lock broker(String line) {
            general.append(line).append('\n');
            return this;
        }

        /** Sessions and queued messages live through {@link Mosquitto#stop()}, not through {@link Mosquitto#kill()}. */
        public Lock persistent() {
            persistent = true;
            return this;
        }
    }

    /** A broker that lets everybody in. */
    public static Mosquitto open(Path folder) {
        return locked(folder, new Lock());
    }

    /** A broker with this lock; it accepts connections when this returns. */
    public static Mosquitto locked(Path folder, Lock lock) {
        try {
            Mosquitto mosquitto = new Mosquitto(Files.createTempDirectory(folder, "mosquitto"), freePort(), freePort());
            mosquitto.configure(lock);
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

    private void configure(Lock lock) throws IOException {
        StringBuilder text = new StringBuilder("per_listener_settings true\nallow_zero_length_clientid true\n");
        // started by root, mosquitto becomes another user, who could not read the test's folder
        text.append("user ").append(System.getProperty("user.name")).append('\n');
        // not 0, which means without limit, and makes 2.0.11 end a connection on each refused publish
        text.append("max_queued_messages 1000000\nlog_dest file ")
                .append(folder.resolve("log"))
                .append('\n');
        // else it holds a PUBLISH back behind a PUBACK until the client's system acknowledges that, 40 ms later
        text.append("set_tcp_nodelay true\n");
        text.append("persistence ").append(lock.persistent).append('\n');
        text.append("persistence_location ").append(folder).append("/\n");
        text.append(lock.general);
        text.append("listener ").append(port).append(" 127.0.0.1\n").append(lock.lines);
        text.append("allow_anonymous ").append(lock.anonymous).append('\n');
        if (!lock.users.isEmpty()) {
            Path passwords = Files.createFile(folder.resolve("passwords"), ownerOnly());
            lock.users.forEach((user, password) -> Programs.run(List.of(
                    Programs.find("mosquitto_passwd", "mosquitto"), "-b", passwords.toString(), user, password)));
            text.append("password_file ").append(passwords).append('\n');
        }
        if (!lock.acl.isEmpty()) {
            Path acl = Files.write(folder.resolve("acl"), lock.acl);
            text.append("acl_file ").append(acl).append('\n');
        }
        text.append("listener ").append(openPort).append(" 127.0.0.1\nallow_anonymous true\n");
        Files.writeString(folder.resolve("mosquitto.conf"), text);
    }

    /** The door under test. */
    public int port() {
        return port;
    }

    /** The door without a lock, plain TCP. */
    public int openPort() {
        return openPort;
    }

    /** Starts it again on the same ports; returns when it accepts. */
    public synchronized void start() {
        try {
            process = new ProcessBuilder(
                            Programs.find("mosquitto", "mosquitto"),
                            "-c",
                            folder.resolve("mosquitto.conf").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("printed").toFile())
                    .start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Await.until("mosquitto accepts on port " + port + ", see " + log(), this::accepts);
    }

    private boolean accepts() throws IOException {
        if (!process.isAlive()) {
            throw new AssertionError("mosquitto ended: " + Files.readString(folder.resolve("printed")) + log());
        }
        try (Socket one = new Socket("127.0.0.1", port);
                Socket other = new Socket("127.0.0.1", openPort)) {
            return one.isConnected() && other.isConnected();
        }
    }

    /** Ends it as systemd would; a persistent one writes its sessions. */
    public synchronized void stop() {
        process.destroy();
        gone();
    }

    /** Ends it as a power cut would. */
    public synchronized void kill() {
        process.destroyForcibly();
        gone();
    }

    private void gone() {
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("mosquitto did not stop within " + Duration.ofSeconds(10));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** What it wrote so far. */
    public String log() {
        try {
            return Files.exists(folder.resolve("log")) ? Files.readString(folder.resolve("log")) : "";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Whether a persistent one has written a message with this text to disk. */
    public boolean hasSaved(String text) throws IOException {
        return new String(Files.readAllBytes(folder.resolve("mosquitto.db")), StandardCharsets.ISO_8859_1)
                .contains(text);
    }

    @Override
    public void close() {
        stop();
    }

    private static java.nio.file.attribute.FileAttribute<?> ownerOnly() {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    }

    /** A loopback port on which nothing listens just now. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
