package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.Ticker;
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
 * A unit that dies at a fault point: what its folder holds at that moment is all that the next process gets, and nothing
 * the dead one still does counts. Beside it what the broker knows: commands it has not been told are accepted it delivers
 * again.
 */
final class CrashingUnit implements AutoCloseable {
    /** Ends whatever thread passes a fault point of a dead process. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("crashed, as the test wants", null, false, false);
        }
    }

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path root;
    private final JobSettings settings = new JobSettings(null, List.of("t.denied"), 2, null, null, null, null);
    private final List<Thread> burials;
    private int processes;

    // all below is guarded by this
    final Map<String, String> commands = new LinkedHashMap<>(); // by jid, all that were ever sent
    final Set<String> acknowledged = new HashSet<>();
    final Map<String, Integer> runs = new HashMap<>();
    final Map<String, Set<JsonNode>> answers = new HashMap<>();
    final Map<String, Integer> answerCounts = new HashMap<>();
    boolean connected = true;
    private FaultInjector.Point deadly;
    private int passes;
    private Process process;

    /** @param burials gets the threads that close what is dead, to be joined */
    CrashingUnit(Path root, List<Thread> burials) {
        this.root = root;
        this.burials = burials;
        start(root.resolve("0"));
    }

    /** One life. */
    private final class Process implements FaultInjector, Publisher {
        final Path folder;
        boolean dead;
        Path remains;
        Jobs jobs;

        Process(Path folder) {
            this.folder = folder;
        }

        @Override
        public void at(Point point) {
            synchronized (CrashingUnit.this) {
                if (!dead && point == deadly && --passes <= 0) {
                    deadly = null;
                    die();
                }
                if (dead) {
                    throw new Crash();
                }
            }
        }

        void die() {
            dead = true;
            remains = root.resolve(Integer.toString(++processes));
            try (Stream<Path> files = Files.list(folder)) {
                Files.createDirectories(remains);
                for (Path file : (Iterable<Path>) files::iterator) {
                    Files.copy(file, remains.resolve(file.getFileName()));
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            CrashingUnit.this.notifyAll();
        }

        @Override
        public boolean publish(String topic, byte[] payload, PublishCallback verdict) {
            synchronized (CrashingUnit.this) {
                if (dead || !connected) {
                    return false;
                }
                note(topic, payload);
            }
            verdict.acknowledged();
            return true;
        }
    }

    private void note(String topic, byte[] payload) {
        try {
            JsonNode message = MAPPER.readTree(payload);
            String jid = message.path("jid").asText();
            if (topic.equals(Reply.RETURN) || message.path("state").asText().equals("rejected")) {
                answers.computeIfAbsent(jid, each -> new HashSet<>()).add(message);
                answerCounts.merge(jid, 1, Integer::sum);
                notifyAll();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private record Nothing() {}

    private final class Bodies implements Module {
        private final Process life;

        Bodies(Process life) {
            this.life = life;
        }

        @Override
        public List<Function<?>> functions() {
            List<Function<?>> all = new ArrayList<>();
            for (String name : List.of("t.do", "t.fail", "t.denied", "t.expired")) {
                all.add(new Function<>(name, "", Nothing.class, (none, call) -> run(name, call)));
            }
            return all;
        }

        private Object run(String name, Call call) throws Failure {
            synchronized (CrashingUnit.this) {
                if (life.dead) {
                    return "nobody sees this";
                }
                runs.merge(call.jid(), 1, Integer::sum);
            }
            if (name.equals("t.fail")) {
                throw new Failure(Failure.Actor.VEHICLE, "NO_DATA", "nothing");
            }
            return "done";
        }

        @Override
        public void close() {
            // nothing
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
                    new Jobs.World(
                            folder,
                            "unit-1",
                            "boot-1",
                            functions::get,
                            next,
                            JobObserver.NOBODY,
                            Clock.fixed(Instant.parse("2026-01-31T12:00:00Z"), ZoneOffset.UTC),
                            () -> true,
                            Ticker.system(),
                            next),
                    settings);
            functions.set(new Functions(new Binder(Json.mapper()), List.of(new Bodies(next))));
            next.jobs.start();
        } catch (Failure e) {
            throw new AssertionError(e);
        } catch (Crash e) {
            // seen by whoever looks next
        }
    }

    /** From now on the process dies when the point is passed for the nth time. */
    synchronized void dieAt(FaultInjector.Point point, int nth) {
        deadly = point;
        passes = nth;
    }

    synchronized void neverDie() {
        deadly = null;
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
        List<ReceivedCommand> deliveries = new ArrayList<>();
        batch.forEach((jid, command) ->
                deliveries.add(new ReceivedCommand(command.getBytes(StandardCharsets.UTF_8), false, () -> {
                    synchronized (this) {
                        if (!receiver.dead) {
                            acknowledged.add(jid);
                        }
                    }
                })));
        try {
            receiver.jobs.accept(deliveries);
        } catch (Crash e) {
            // it is started again by reviveIfDead
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
                // it is started again by reviveIfDead
            }
        }
    }

    /** Starts the next process if this one is dead, and delivers again what was not acknowledged. */
    void reviveIfDead() {
        while (true) {
            Process last;
            Map<String, String> again;
            synchronized (this) {
                last = process;
                if (!last.dead) {
                    return;
                }
            }
            bury(last);
            start(last.remains);
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
        if (!last.dead) {
            try {
                last.jobs.close();
                start(last.folder);
            } catch (Crash e) {
                // it is started again by reviveIfDead
            }
        }
    }

    /** Closing the dead takes a while, and nobody waits for them. */
    private void bury(Process last) {
        if (last.jobs != null) {
            Thread burial = new Thread(
                    () -> {
                        try {
                            last.jobs.close();
                        } catch (Crash e) {
                            // it wanted to write down what it had sent
                        }
                    },
                    "burial");
            burial.start();
            burials.add(burial);
        }
    }

    boolean hasSentAll() {
        return process.jobs.health().facts().get("unsent").equals(0);
    }

    void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (true) {
            reviveIfDead();
            synchronized (this) {
                if (condition.getAsBoolean()) {
                    return;
                }
                assertThat(System.nanoTime())
                        .as("deadline; answers %s, runs %s, acknowledged %s", answerCounts, runs, acknowledged)
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
