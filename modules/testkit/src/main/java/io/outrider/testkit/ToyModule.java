package io.outrider.testkit;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.Call;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.NoArguments;
import io.outrider.api.Secret;
import io.outrider.api.Signature;
import io.outrider.api.State;
import io.outrider.api.Step;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Test module whose functions succeed, fail, block or leak in one way each. */
public final class ToyModule implements Module {
    private static final Signature<Say> SAY = new Signature<>("toy.say", "Says what it is told", Say.class);
    private static final Signature<NoArguments> HANG =
            new Signature<>("toy.hang", "Hangs, whatever is tried, until the module is closed", NoArguments.class);
    private static final Signature<Slow> SLOW =
            new Signature<>("toy.slow", "Takes its time, and says how far it is", Slow.class);
    private static final Signature<Say> FAIL = new Signature<>("toy.fail", "Fails, and nobody has to act", Say.class);
    private static final Signature<NoArguments> FAULT = new Signature<>("toy.fault", "Has a fault", NoArguments.class);
    private static final Signature<Hidden> SECRET =
            new Signature<>("toy.secret", "Tells how long a password is", Hidden.class);
    private static final Signature<MarkArguments> MARK =
            new Signature<>("toy.mark", "Appends a line with the jid to a file", MarkArguments.class);
    private static final Signature<Big> BIG = new Signature<>("toy.big", "Returns so many bytes of text", Big.class);
    private static final Signature<Arm> ARM =
            new Signature<>("toy.arm", "Gives a state something to do, or takes it away", Arm.class);

    static final List<Signature<?>> SIGNATURES =
            List.of(SAY, HANG, SLOW, FAIL, FAULT, SECRET, MARK, BIG, ARM, ToyReadings.COUNT, ToyReadings.ODD);

    record Say(@JsonProperty(required = true) String text) {}

    record Slow(@JsonProperty(required = true) double seconds) {}

    record Hidden(@JsonProperty(required = true) @Secret String password) {}

    record MarkArguments(@JsonProperty(required = true) String file) {}

    record Big(@JsonProperty(required = true) int bytes) {
        Big {
            if (bytes < 0 || bytes > 1 << 24) {
                throw new InvalidArgumentException("bytes", "takes 0 to 16777216, not " + bytes);
            }
        }
    }

    record Arm(@JsonProperty(required = true) String state, Boolean armed) {}

    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(20);

    private final Ticker ticker;
    private final ToyStates states;
    private final ToyReadings readings = new ToyReadings();
    private final CountDownLatch closed = new CountDownLatch(1);

    public ToyModule(Ticker ticker) {
        this.ticker = ticker;
        this.states = new ToyStates(ticker);
    }

    @Override
    public List<Function<?>> functions() {
        List<Function<?>> all = new ArrayList<>(readings.functions());
        all.addAll(List.of(
                SAY.with((Say given) -> given.text()),
                HANG.with((NoArguments given) -> hang()),
                SLOW.with(this::slow),
                FAIL.with((Say given) -> {
                    throw new Failure(Failure.Actor.VEHICLE, ToyErrors.TOY_BROKEN, given.text());
                }),
                FAULT.with((NoArguments given) -> {
                    throw new IllegalStateException("the toy is wound up");
                }),
                SECRET.with((Hidden given) -> given.password().length()),
                MARK.with(ToyModule::mark),
                BIG.with((Big given) -> "x".repeat(given.bytes())),
                ARM.with((Arm given) -> states.arm(given.state(), given.armed() == null || given.armed()))));
        return all;
    }

    @Override
    public List<State> states() {
        return states.all();
    }

    private Object hang() {
        boolean done = false;
        while (!done) {
            try {
                closed.await();
                done = true;
            } catch (InterruptedException e) {
                // uninterruptible, like a driver blocked in the kernel
            }
        }
        return "released";
    }

    private Object slow(Slow given, Call call) throws InterruptedException {
        long total = (long) (Math.max(0, Math.min(given.seconds(), 3600)) * 1000);
        long start = ticker.nanos();
        long passed = 0;
        while (passed < total) {
            call.progress(passed, total, "ms", "taking its time");
            ticker.sleep(TICK);
            passed = TimeUnit.NANOSECONDS.toMillis(ticker.nanos() - start);
        }
        call.progress(total, total, "ms", "done");
        return true;
    }

    private static Object mark(MarkArguments given, Call call) throws Failure {
        try {
            Files.writeString(
                    Path.of(given.file()), call.jid() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return true;
        } catch (IOException | IllegalArgumentException e) {
            throw Failure.argument("file", "cannot be written: " + e);
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }

    /**
     * States of the toy module that succeed, fail, are pending or last a minute. {@code toy.good} never has changes; the
     * others have while armed, as {@code toy.failing} and {@code toy.pending} are at the start.
     */
    static final class ToyStates {
        private static final Set<String> NAMES = Set.of("failing", "pending", "lasting");

        private final Ticker ticker;
        private final Set<String> armed = ConcurrentHashMap.newKeySet();

        ToyStates(Ticker ticker) {
            this.ticker = ticker;
            armed.addAll(Set.of("failing", "pending"));
        }

        Object arm(String state, boolean on) throws Failure {
            if (!NAMES.contains(state)) {
                throw Failure.argument("state", "takes one of failing, lasting, pending");
            }
            return on ? armed.add(state) : armed.remove(state);
        }

        List<State> all() {
            return List.of(
                    new State("toy.good", "All is well", () -> List.of(step("stands", "good", List.of(), call -> {}))),
                    new State(
                            "toy.failing",
                            "The second of four steps fails",
                            () -> List.of(
                                    step("first", "failing", List.of(), call -> {}),
                                    step("broken", "failing", List.of("first"), call -> {
                                        throw new Failure(ToyErrors.TOY_BROKEN, "the toy is broken: glue it");
                                    }),
                                    step("after", "failing", List.of("broken"), call -> {}),
                                    step("beside", "failing", List.of(), call -> {}))),
                    new State(
                            "toy.pending",
                            "Has something to do once",
                            () -> List.of(step("once", "pending", List.of(), call -> armed.remove("pending")))),
                    new State(
                            "toy.lasting",
                            "Lasts a minute when armed",
                            () -> List.of(step("lasts", "lasting", List.of(), this::last))));
        }

        private void last(Call call) throws InterruptedException {
            for (int i = 0; i < 600; i++) {
                call.progress(i, 600, "ticks", "lasting");
                ticker.sleep(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }

        private Step step(String id, String state, List<String> requires, Act act) {
            return new ToyStep(
                    "toy-" + id,
                    requires.stream().map(each -> "toy-" + each).toList(),
                    act,
                    () -> armed.contains(state));
        }

        private interface Act {
            void run(Call call) throws Failure, InterruptedException;
        }

        private record ToyStep(String id, List<String> requires, Act does, BooleanSupplier todo) implements Step {
            @Override
            public String module() {
                return "toy";
            }

            @Override
            public String name() {
                return id;
            }

            @Override
            public String function() {
                return "done";
            }

            @Override
            public Report check() {
                return todo.getAsBoolean()
                        ? new Report(Map.of(id, "would be done"), id + " has to be done")
                        : Report.unchanged(id + " is done already");
            }

            @Override
            public Report apply(Call call) throws Failure, InterruptedException {
                does.run(call);
                return new Report(Map.of(id, "done"), id + " is done");
            }
        }
    }

    public static final class ToyFactory implements ModuleFactory {
        @Override
        public String name() {
            return "toy";
        }

        @Override
        public List<Signature<?>> signatures() {
            return ToyModule.SIGNATURES;
        }

        @Override
        public List<ErrorCode> errors() {
            return List.of(ToyErrors.TOY_BROKEN);
        }

        @Override
        public Module open(ModuleContext context) {
            return new ToyModule(context.ticker());
        }
    }
}
