package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.Registration;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Call;
import io.outrider.api.Conditions;
import io.outrider.api.DesiredPart;
import io.outrider.api.Events;
import io.outrider.api.FunctionCaller;
import io.outrider.api.Outcome;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/** Ports of modules without a daemon: no events, no conditions, no tasks; calls run in the process. */
final class StandalonePorts implements ModulePorts {
    private static final Registration NONE = () -> {};

    /** Conditions while nothing is known of the vehicle: only negated ones hold. */
    private static final Conditions UNKNOWN =
            when -> when.stream().allMatch(each -> each.strip().startsWith("not "));

    private final Supplier<Functions> functions;
    private final Inhibitions inhibitions;

    StandalonePorts(Supplier<Functions> functions, Ticker ticker) {
        this.functions = functions;
        this.inhibitions = new Inhibitions(ticker);
    }

    @Override
    public void publish(String tag, Map<String, Object> data) {
        // no listener and no telemetry
    }

    @Override
    public Registration listen(Events.Listener listener) {
        return NONE;
    }

    @Override
    public Conditions conditions() {
        return UNKNOWN;
    }

    @Override
    public FunctionCaller caller() {
        return (function, arg, kwarg) -> {
            Object value = functions.get().prepare(function, arg, kwarg).run(Call.detached());
            return Json.mapper().convertValue(value instanceof Outcome part ? part.value() : value, Object.class);
        };
    }

    @Override
    public Inhibitions inhibitions() {
        return inhibitions;
    }

    @Override
    public Registration desired(DesiredPart part) {
        return NONE;
    }

    @Override
    public Registration every(Duration interval, Runnable task) {
        return NONE;
    }
}
