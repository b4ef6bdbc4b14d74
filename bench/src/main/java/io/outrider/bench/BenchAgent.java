package io.outrider.bench;

import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.api.Failure;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import io.outrider.can.CanBus;
import io.outrider.obd.ObdFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** Agent in this process with the diagnostics module on a given bus. */
public final class BenchAgent {
    private BenchAgent() {}

    /** Takes over the bus, which is closed with the agent. Data of modules is in a temporary folder. */
    public static ModuleRegistry on(CanBus bus, Settings settings, Clock clock, Ticker ticker) throws Failure {
        return on(bus, settings, Path.of(System.getProperty("java.io.tmpdir"), "outrider-bench"), clock, ticker);
    }

    public static ModuleRegistry on(CanBus bus, Settings settings, Path data, Clock clock, Ticker ticker)
            throws Failure {
        return new ModuleRegistry(List.of(obd(bus)), settings, data, clock, ticker);
    }

    /** Factory of the diagnostics module on this bus, which it takes over. */
    public static ModuleFactory obd(CanBus bus) {
        return new ObdFactory((settings, context) -> bus);
    }
}
