package io.outrider.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** MQTT peer that is independent of our code: mosquitto_pub and mosquitto_sub as processes. */
public final class MqttPair implements AutoCloseable {
    private final int port;
    private final List<Subscription> open = new CopyOnWriteArrayList<>();

    public record ReceivedMessage(String topic, boolean retained, byte[] payload) {
        public String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }
    }

    public MqttPair(Mosquitto broker) {
        this.port = broker.openPort();
    }

    /** Publishes with QoS 1; returns when the broker has acknowledged it. */
    public void publish(String topic, String payload) {
        run(topic, List.of("-m", payload));
    }

    /** Publishes a retained message; an empty payload removes it. */
    public void retain(String topic, String payload) {
        run(topic, payload.isEmpty() ? List.of("-r", "-n") : List.of("-r", "-m", payload));
    }

    /** Publishes each line as one message over one connection, QoS 1. */
    public void publishAll(String topic, List<String> payloads) {
        publishLines(command("mosquitto_pub", List.of("-t", topic, "-l")), payloads);
    }

    public void publishAllOnce(String topic, List<String> payloads) {
        publishLines(command("mosquitto_pub", List.of("-q", "0", "-t", topic, "-l")), payloads);
    }

    private static void publishLines(List<String> command, List<String> payloads) {
        try {
            Path lines =
                    Files.createTempFile("payloads", ".txt"); // a file: mosquitto_pub takes a slow pipe for its end
            try {
                Files.writeString(lines, String.join("\n", payloads) + "\n");
                Programs.run(new ProcessBuilder(command).redirectInput(lines.toFile()));
            } finally {
                Files.delete(lines);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void run(String topic, List<String> options) {
        List<String> arguments = new ArrayList<>(List.of("-t", topic));
        arguments.addAll(options);
        Programs.run(command("mosquitto_pub", arguments));
    }

    private List<String> command(String program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Programs.find(program, "mosquitto-clients"));
        command.addAll(List.of("-V", "mqttv5", "-h", "127.0.0.1", "-p", String.valueOf(port), "-q", "1"));
        command.addAll(arguments);
        return command;
    }

    /** Subscribes and returns when the broker has granted it; closed with this pair at the latest. */
    public Subscription subscribe(String filter) {
        List<String> command = new ArrayList<>();
        // unbuffered: a pipe is block-buffered otherwise
        command.addAll(List.of(Programs.find("stdbuf", "coreutils"), "-oL"));
        command.addAll(command("mosquitto_sub", List.of("-t", filter, "-d", "-F", "= %r %t %x")));
        Subscription subscription = new Subscription(command);
        open.add(subscription);
        subscription.awaitGranted();
        return subscription;
    }

    @Override
    public void close() {
        open.forEach(Subscription::close);
    }

    public static final class Subscription implements AutoCloseable {
        private final Process process;
        private final Thread reader;
        private final CountDownLatch granted = new CountDownLatch(1);
        private final List<ReceivedMessage> messages = new ArrayList<>();

        Subscription(List<String> command) {
            try {
                process = new ProcessBuilder(command).redirectErrorStream(true).start();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            reader = new Thread(this::read, "mosquitto_sub");
            reader.start();
        }

        private void read() {
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("= ")) {
                        String[] parts = line.split(" ", -1);
                        synchronized (messages) {
                            messages.add(new ReceivedMessage(
                                    parts[2],
                                    parts[1].equals("1"),
                                    HexFormat.of().parseHex(parts[3])));
                        }
                    } else if (line.startsWith("Subscribed")) {
                        granted.countDown();
                    }
                }
            } catch (IOException e) {
                // the process has ended
            }
        }

        private void awaitGranted() {
            try {
                if (!granted.await(30, TimeUnit.SECONDS)) {
                    throw new AssertionError("mosquitto_sub was not granted its subscription within 30 s");
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        public List<ReceivedMessage> all() {
            synchronized (messages) {
                return List.copyOf(messages);
            }
        }

        /** First matching message, also one received before; waits at most 30 s. */
        public ReceivedMessage await(Predicate<ReceivedMessage> predicate) {
            Await.until(
                    "a matching message; received so far: " + all().size(),
                    Duration.ofSeconds(30),
                    () -> all().stream().anyMatch(predicate));
            return all().stream().filter(predicate).findFirst().orElseThrow();
        }

        @Override
        public void close() {
            process.destroyForcibly();
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            try {
                reader.join(5_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
