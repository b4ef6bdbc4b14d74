package io.outrider.agent.commands;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.agent.runtime.publisher.InboundMessage;
import io.outrider.agent.runtime.storage.Disk;
import io.outrider.api.Failure;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Unit with only the job service, on a real disk. */
final class JobsUnit implements AutoCloseable {
    static final String ID = "unit-1";

    final Path folder;
    final Broker broker = new Broker();
    final ReplyBodies bodies = new ReplyBodies();
    final AtomicInteger acknowledged = new AtomicInteger();
    final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-31T12:00:00Z"));
    final List<Return> observed = new CopyOnWriteArrayList<>();
    volatile boolean isClockTrusted = true;
    volatile boolean observerThrows;
    final AtomicInteger lookupsUntilFailure = new AtomicInteger();
    JobSettings settings = JobSettings.defaults();
    Journal.Bounds bounds = Journal.Bounds.USUAL;
    Disk disk = Disk.SYSTEM;
    FaultInjector fault = FaultInjector.NONE;
    final Inhibitions inhibitions = new Inhibitions(Ticker.system());
    String boot = "boot-1";
    Jobs jobs;

    static JobSettings limits(int running, int waiting, int limit, int abandoned) {
        return new JobSettings(null, null, running, waiting, limit, Map.of(), abandoned);
    }

    JobsUnit(Path folder) {
        this.folder = folder;
    }

    JobsUnit started() {
        try {
            AtomicReference<Functions> functions = new AtomicReference<>();
            jobs = new Jobs(
                    new Jobs.Dependencies(
                            folder,
                            ID,
                            boot,
                            () -> {
                                if (lookupsUntilFailure.getAndDecrement() == 1) {
                                    throw new IllegalStateException("the functions cannot be had");
                                }
                                return functions.get();
                            },
                            broker,
                            observer(),
                            clock(),
                            () -> isClockTrusted,
                            Ticker.system(),
                            fault,
                            inhibitions),
                    settings,
                    bounds,
                    disk);
            functions.set(new Functions(new Binder(Json.mapper()), List.of(bodies, new JobsModule(jobs))));
            bodies.caller = jobs;
            jobs.start();
            return this;
        } catch (Failure e) {
            throw new AssertionError(e);
        }
    }

    void restart() {
        jobs.close();
        started();
    }

    private JobObserver observer() {
        return new JobObserver() {
            @Override
            public void at(JobEvent event) {
                if (observerThrows) {
                    throw new IllegalStateException("the observer fails");
                }
            }

            @Override
            public void ended(Return reply) {
                observed.add(reply);
                if (observerThrows) {
                    throw new IllegalStateException("the observer fails");
                }
            }
        };
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now.get();
            }
        };
    }

    void deliver(String... payloads) {
        jobs.accept(Arrays.stream(payloads)
                .map(each -> new InboundMessage(
                        "command", each.getBytes(StandardCharsets.UTF_8), false, acknowledged::incrementAndGet))
                .toList());
    }

    void send(String jid, String fun, Object... arg) {
        deliver(command(jid, fun, arg));
    }

    static String command(String jid, String fun, Object... arg) {
        try {
            return new ObjectMapper()
                    .writeValueAsString(new TreeMap<>(Map.of("jid", jid, "fun", fun, "arg", Arrays.asList(arg))));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    double metric(String name, String... label) {
        List<Metric> found = new ArrayList<>(jobs.health().metrics());
        found.removeIf(each ->
                !each.name().equals(name) || label.length > 0 && !each.labels().containsValue(label[0]));
        return found.stream().mapToDouble(Metric::value).sum();
    }

    /** Waits until the job's function is called. */
    void awaitRun(String jid) {
        broker.await(() -> bodies.runs(jid) > 0);
    }

    @Override
    public void close() {
        bodies.close();
        jobs.close();
    }
}
