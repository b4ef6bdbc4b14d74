package io.outrider.agent.runtime.modules;

import io.outrider.api.Conditions;
import io.outrider.api.Failure;
import io.outrider.api.FunctionCaller;
import java.util.List;
import java.util.Map;

/** Ports whose parts of the daemon are built after the modules: conditions and caller. Any thread. */
final class LatePorts implements Conditions, FunctionCaller {
    /** Conditions while nothing is known of the vehicle: only negated ones hold. */
    static final Conditions UNKNOWN =
            when -> when.stream().allMatch(each -> each.strip().startsWith("not "));

    private volatile Conditions conditions = UNKNOWN;
    private volatile FunctionCaller caller = (function, arg, kwarg) -> {
        throw new Failure(Failure.Actor.AGENT, "STARTING", "outrider is being started; call " + function + " later");
    };

    void bind(Conditions vehicle, FunctionCaller jobs) {
        conditions = vehicle;
        caller = jobs;
    }

    @Override
    public boolean hold(List<String> when) {
        return conditions.hold(when);
    }

    @Override
    public Object call(String function, List<?> arg, Map<String, ?> kwarg) throws Failure, InterruptedException {
        return caller.call(function, arg, kwarg);
    }
}
