package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.events.EventBus;
import io.outrider.api.Inhibitors;
import io.outrider.api.Ticker;
import java.util.List;

/** Ports of a daemon, and inhibitors of a module that no registry has opened. */
public final class OpenedForTest {
    private OpenedForTest() {}

    /** Ports of a daemon in which the engine runs; a call returns its function and arguments as text. */
    public static ModulePorts ports(EventBus events, ModuleTasks tasks, Ticker ticker) {
        return ModulePorts.of(
                events,
                tasks,
                new Inhibitions(ticker),
                new DesiredParts(),
                when -> when.equals(List.of("engine/running")),
                (function, arg, kwarg) -> function + arg,
                "unit-1",
                null);
    }

    /** Ports of a process without a daemon and without functions. */
    public static ModulePorts ports(Ticker ticker) {
        return ModulePorts.standalone(() -> null, "", ticker);
    }

    public static Inhibitors inhibitors(String module, ModulePorts ports) {
        return new OpenContext(module, null, new OpenContext.Shared(null, null, null, null, ports, null)).inhibitors();
    }
}
