package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.agent.runtime.publisher.InboundMessage;
import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import io.outrider.api.VehicleErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Unit that crashes at a fault point: the next process starts from the folder as it was at that moment, and effects of
 * the crashed one are ignored. It includes a broker that redelivers unacknowledged commands.
 */
final class CrashingUnit implements AutoCloseable {
    /** Aborts any thread that passes a fault point of a crashed process. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("crashed, as the test wants", null, false, false);
        }
    }

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path root;
    private final JobSettings settings = new JobSettings(null, List.of("t.denied"), 2, null, null, null, null);
    private final List<Thread> closers;
    private int processes;

    // all below is guarded by this
    final Map<String, String> commands = new LinkedHashMap<>(); // by jid, all ever sent
    final Set<String> acknowledged = new HashSet<>();
    final Map<String, Integer> runs = new HashMap<>();
    final Map<String, Set<JsonNode>> replies = new HashMap<>();
    final Map<String, Integer> replyCounts = new HashMap<>();
    boolean connected = true;
    private FaultInjector.Point crashPoint;
    private int passes;
    private Process process;

    /** @param closers receives the threads that close crashed processes, to be joined */
    CrashingUnit(Path root, List<Thread> closers) {
        this.root = root;
        this.closers = closers;
        start(root.resolve("0"));
    }

    /** One process. */
    private final class Process implements FaultInjector, Publisher {
        final Path folder;
        boolean crashed;
        Path copy;
        Jobs jobs;

        Process(Path folder) {
            this.folder = folder;
        }

        @Override
        public void at(Point point) {
            synchronized (CrashingUnit.this) {
                if (!crashed && point == crashPoint && --passes <= 0) {
                    crashPoint = null;
                    crash();
                }
                if (crashed) {
                    throw new Crash();
                }
            }
        }

        void crash() {
            crashed = true;
            copy = root.resolve(Integer.toString(++processes));
            try (Stream<Path> files = Files.list(folder)) {
                Files.createDirectories(copy);
                for (Path file : (Iterable<Path>) files::iterator) {
                    Files.copy(file, copy.resolve(file.getFileName()));
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            CrashingUnit.this.notifyAll();
        }

        @Override
        public boolean publish(String topic, byte[] payload, PublishCallback callback) {
            synchronized (CrashingUnit.this) {
                if (crashed || !connected) {
                    return false;
                }
                record(topic, payload);
            }
            callback.acknowledged();
            return true;
        }
    }

    private void record(String topic, byte[] payload) {
        try {
            JsonNode message = MAPPER.readTree(payload);
            String jid = message.path("jid").asText();
            if (topic.equals(Reply.RETURN) || message.path("state").asText().equals("rejected")) {
                replies.computeIfAbsent(jid, each -> new HashSet<>()).add(message);
                replyCounts.merge(jid, 1, Integer::sum);
                notifyAll();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private final class Bodies implements Module {
        private final Process process;

        Bodies(Process process) {
            this.process = process;
        }

        @Override
        public List<Function<?>> functions() {
            List<Function<?>> all = new ArrayList<>();
            for (String name : List.of("t.do", "t.fail", "t.denied", "t.expired")) {
                all.add(new Signature<>(name, "", NoArguments.class).with((none, call) -> run(name, call)));
            }
            return all;
        }

        private Object run(String name, Call call) throws Failure {
            synchronized (CrashingUnit.this) {
                if (process.crashed) {
                    return "nobody sees this";
                }
                runs.merge(call.jid(), 1, Integer::sum);
            }
            if (name.equals("t.fail")) {
                throw new Failure(VehicleErrors.NO_DATA, "nothing");
            }
            return "done";
        }

        @Override
        public void close() {
            // no resources
        }
    }

    private void start(Path folder) {
        Process next = new Process(folder);
        synchronized (this) {
            process = next;
        }
        AtomicReference<Functions> functions = new AtomicReference<>();
        try {
            next.jobs = new Jobs(
                    new Jobs.Dependencies(
                            folder,
                            "unit-1",
                            "boot-1",
                            functions::get,
                            next,
                            new JobObserver() {},
                            Clock.fixed(Instant.parse("2026-01-31T12:00:00Z"), ZoneOffset.UTC),
                            () -> true,
                            Ticker.system(),
                            next,
                            new Inhibitions(Ticker.system())),
                    settings);
            functions.set(new Functions(new Binder(Json.mapper()), List.of(new Bodies(next))));
            next.jobs.start();
        } catch (Failure e) {
            throw new AssertionError(e);
        } catch (Crash e) {
            // handled by restartIfCrashed
        }
    }

    /** Crashes the process when the point is passed for the nth time. */
    synchronized void crashAt(FaultInjector.Point point, int nth) {
        crashPoint = point;
        passes = nth;
    }

    synchronized void clearDeath() {
        crashPoint = null;
    }

    /** Sends new commands in one batch. */
    void send(Map<String, String> batch) {
        synchronized (this) {
            commands.putAll(batch);
        }
        deliver(batch);
    }

    void deliver(Map<String, String> batch) {
        Process receiver;
        synchronized (this) {
            receiver = process;
        }
        List<InboundMessage> deliveries = new ArrayList<>();
        batch.forEach((jid, command) ->
                deliveries.add(new InboundMessage("command", command.getBytes(StandardCharsets.UTF_8), false, () -> {
                    synchronized (this) {
                        if (!receiver.crashed) {
                            acknowledged.add(jid);
                        }
                    }
                })));
        try {
            receiver.jobs.accept(deliveries);
        } catch (Crash e) {
            // handled by restartIfCrashed
        }
    }

    void cancel(String jid) {
        deliver(Map.of("-" + jid, "{\"jid\":\"" + jid + "\",\"cancel\":true}"));
    }

    void connect(boolean up) {
        Process now;
        synchronized (this) {
            connected = up;
            now = process;
        }
        if (up) {
            try {
                now.jobs.connected();
            } catch (Crash e) {
                // handled by restartIfCrashed
            }
        }
    }

    /** Starts the next process if this one has crashed, and redelivers unacknowledged commands. */
    void restartIfCrashed() {
        while (true) {
            Process last;
            Map<String, String> again;
            synchronized (this) {
                last = process;
                if (!last.crashed) {
                    return;
                }
            }
            closeInBackground(last);
            start(last.copy);
            synchronized (this) {
                again = new LinkedHashMap<>(commands);
                again.keySet().removeAll(acknowledged);
            }
            if (!again.isEmpty()) {
                deliver(again);
            }
        }
    }

    void restart() {
        Process last;
        synchronized (this) {
            last = process;
        }
        if (!last.crashed) {
            try {
                last.jobs.close();
                start(last.folder);
            } catch (Crash e) {
                // handled by restartIfCrashed
            }
        }
    }

    /** Closing takes a while, so it runs in the background. */
    private void closeInBackground(Process last) {
        if (last.jobs != null) {
            Thread closer = new Thread(
                    () -> {
                        try {
                            last.jobs.close();
                        } catch (Crash e) {
                            // expected while it marks replies as sent
                        }
                    },
                    "burial");
            closer.start();
            closers.add(closer);
        }
    }

    boolean hasSentAll() {
        return process.jobs.health().facts().get("unsent").equals(0);
    }

    void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (true) {
            restartIfCrashed();
            synchronized (this) {
                if (condition.getAsBoolean()) {
                    return;
                }
                assertThat(System.nanoTime())
                        .as("deadline; answers %s, runs %s, acknowledged %s", replyCounts, runs, acknowledged)
                        .isLessThan(deadline);
                try {
                    wait(2);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    @Override
    public void close() {
        process.jobs.close();
    }
}
