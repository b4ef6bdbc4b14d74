package io.outrider.agent.commands;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.NoArguments;
import io.outrider.api.Outcome;
import io.outrider.api.Secret;
import io.outrider.api.Signature;
import io.outrider.api.VehicleErrors;
import io.outrider.wire.Command;
import io.outrider.wire.Return;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Test functions that count the runs of each job. */
final class ReplyBodies implements Module {
    final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    final AtomicInteger atOnce = new AtomicInteger();
    final AtomicInteger mostAtOnce = new AtomicInteger();
    volatile CountDownLatch gate = new CountDownLatch(1);
    volatile CountDownLatch hang = new CountDownLatch(1);

    record Value(Object value) {}

    record Login(
            @JsonProperty(required = true) String user,
            @Secret String password) {}

    record Size(int size) {}

    /** For {@code t.nest}; null in tests without it. */
    volatile Caller caller;

    @Override
    public List<Function<?>> functions() {
        return List.of(
                new Signature<>("t.echo", "", Value.class).with((given, call) -> counted(call, () -> given.value())),
                new Signature<>("t.fail", "", NoArguments.class)
                        .with((given, call) -> counted(call, () -> {
                            throw new Failure(VehicleErrors.NO_DATA, "the ECU is\nsilent; switch the ignition on");
                        })),
                new Signature<>("t.fault", "", NoArguments.class)
                        .with((given, call) -> counted(call, () -> {
                            throw new IllegalStateException("oops");
                        })),
                new Signature<>("t.die", "", NoArguments.class)
                        .with((given, call) -> counted(call, () -> {
                            throw new NoClassDefFoundError("gone");
                        })),
                new Signature<>("t.partly", "", NoArguments.class)
                        .with((given, call) -> counted(call, () -> new Outcome(Map.of("step", "failed"), 2))),
                new Signature<>("t.wait", "", NoArguments.class)
                        .with((given, call) -> counted(call, () -> {
                            gate.await();
                            return "waited";
                        })),
                new Signature<>("t.hang", "", NoArguments.class)
                        .with((given, call) -> counted(call, () -> {
                            while (hang.getCount() > 0) {
                                awaitIgnoringInterrupts();
                            }
                            return "late";
                        })),
                new Signature<>("t.text", "", Size.class)
                        .with((given, call) -> counted(call, () -> "é".repeat(given.size()))),
                new Signature<>("t.list", "", Size.class)
                        .with((given, call) ->
                                counted(call, () -> java.util.Collections.nCopies(given.size(), "\"q\""))),
                new Signature<>("t.steps", "", Size.class)
                        .with((given, call) -> counted(call, () -> {
                            for (int i = 1; i <= given.size(); i++) {
                                call.progress(i, given.size(), "steps", "step " + i);
                            }
                            return null;
                        })),
                new Signature<>("t.nest", "", Size.class)
                        .with((given, call) -> counted(call, () -> nest(given.size()))),
                new Signature<>("t.odd", "", NoArguments.class)
                        .with((given, call) -> counted(call, () -> "half a pair: \ud800")),
                new Signature<>("t.login", "", Login.class)
                        .with((given, call) -> counted(call, () -> "hello " + given.user())));
    }

    /** Calls itself recursively. */
    private Object nest(int times) throws Failure, InterruptedException {
        if (times == 0) {
            return "the innermost";
        }
        Return inner = caller.call(
                Command.now(caller.newJid(), "t.nest", List.of(times - 1), Map.of()), Origin.LOCAL, progress -> {});
        if (inner.failure() != null) {
            throw inner.failure();
        }
        return inner.value().asText();
    }

    private void awaitIgnoringInterrupts() {
        try {
            hang.await(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            // ignored on purpose
        }
    }

    private interface ReplyBody {
        Object run() throws Failure, InterruptedException;
    }

    private Object counted(Call call, ReplyBody body) throws Failure, InterruptedException {
        runs.computeIfAbsent(call.jid(), each -> new AtomicInteger()).incrementAndGet();
        mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        try {
            return body.run();
        } finally {
            atOnce.decrementAndGet();
        }
    }

    int runs(String jid) {
        AtomicInteger count = runs.get(jid);
        return count == null ? 0 : count.get();
    }

    @Override
    public void close() {
        gate.countDown();
        hang.countDown();
    }
}
