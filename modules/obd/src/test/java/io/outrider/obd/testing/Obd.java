package io.outrider.obd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Outcome;
import io.outrider.can.CanBus;
import io.outrider.obd.ObdModule;
import io.outrider.obd.ObdSettings;
import io.outrider.testkit.TestContext;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Module {@code obd} on a {@link Car}, called with keywords and JSON results as a remote caller does. */
public final class Obd implements AutoCloseable {
    /** Long enough for an answer on a busy machine, short enough to wait for where none comes. */
    public static final int RESPONSE_MILLIS = 300;

    public static final int QUIET_MILLIS = 60;

    private final Car car;
    private final TestContext context;
    private final ObdModule module;
    private Call call = Call.detached();

    public Obd(Car car, ObdSettings settings, Path data) throws Failure {
        this(car, car.bus(), settings, data);
    }

    /** With a separate bus, such as a {@link io.outrider.can.VirtualBus#node}, for which the car is another node. */
    public Obd(Car car, CanBus bus, ObdSettings settings, Path data) throws Failure {
        this(car, bus, settings, data, "one boot");
    }

    /** With the id of the boot. */
    public Obd(Car car, CanBus bus, ObdSettings settings, Path data, String boot) throws Failure {
        this.car = car;
        this.context = new TestContext().withData(data).withBoot(boot);
        this.module = new ObdModule(bus, settings, context);
    }

    /** With a known protocol and no folder. */
    public static Obd on(Car car) throws Failure {
        return on(car, "6");
    }

    public static Obd on(Car car, String protocol) throws Failure {
        return new Obd(car, settings(protocol), Path.of("no-folder"));
    }

    public static ObdSettings settings(String protocol) {
        return new ObdSettings(
                "virtual0", protocol, RESPONSE_MILLIS, QUIET_MILLIS, 0, 0, false, null, null, 0, null, null);
    }

    /**
     * Reason against polling at present.
     *
     * @param inMotion whether the position shows the vehicle in motion
     */
    public Optional<String> pollingBlocked(boolean inMotion) {
        context.setCondition("position/moving", inMotion);
        return context.pollingPolicy().blocked();
    }

    public TestContext context() {
        return context;
    }

    public ObdModule module() {
        return module;
    }

    /** Limits the memory of all further calls together. */
    public void memory(long bytes) {
        AtomicLong left = new AtomicLong(bytes);
        call = new Call() {
            @Override
            public String jid() {
                return "";
            }

            @Override
            public void progress(long done, long total, String unit, String what) {
                // discarded
            }

            @Override
            public boolean reserve(long more) {
                return left.addAndGet(-more) >= 0;
            }
        };
    }

    /** Calls a function with alternating keywords and values. */
    public JsonNode call(String name, Object... keywords) throws Failure, InterruptedException {
        Object result = result(name, keywords);
        return TestContext.MAPPER.valueToTree(result instanceof Outcome outcome ? outcome.value() : result);
    }

    /** Return code of a call, 0 for complete success. */
    public int retcode(String name, Object... keywords) throws Failure, InterruptedException {
        return result(name, keywords) instanceof Outcome outcome ? outcome.retcode() : 0;
    }

    private Object result(String name, Object... keywords) throws Failure, InterruptedException {
        for (Function<?> function : module.functions()) {
            if (function.name().equals(name)) {
                return run(function, keywords);
            }
        }
        throw new AssertionError("there is no " + name);
    }

    private <A extends Record> Object run(Function<A> function, Object... keywords)
            throws Failure, InterruptedException {
        Map<String, Object> arguments = new HashMap<>();
        for (int i = 0; i < keywords.length; i += 2) {
            arguments.put((String) keywords[i], keywords[i + 1]);
        }
        return function.body().run(context.arguments(function.arguments(), List.of(), arguments), call);
    }

    /** Calls {@code obd.query}. */
    public JsonNode query(String name, Object... keywords) throws Failure, InterruptedException {
        Object[] all = new Object[keywords.length + 2];
        all[0] = "name";
        all[1] = name;
        System.arraycopy(keywords, 0, all, 2, keywords.length);
        return call("obd.query", all);
    }

    /** Failure of {@code obd.query}. */
    public Failure refusal(String name, Object... keywords) throws InterruptedException {
        try {
            throw new AssertionError("it answered " + query(name, keywords));
        } catch (Failure e) {
            return e;
        }
    }

    /** Failure of a function. */
    public Failure failure(String function, Object... keywords) throws InterruptedException {
        try {
            throw new AssertionError("it answered " + call(function, keywords));
        } catch (Failure e) {
            return e;
        }
    }

    @Override
    public void close() {
        module.close();
        car.close();
    }
}
