package io.outrider.bench.daemon;

import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.can.BusErrors;
import io.outrider.can.BusException;
import io.outrider.obd.ObdModule;
import io.outrider.obd.ObdSettings;
import java.util.List;

/**
 * Factory of the module {@code obd} on a bus of the bench. As a jar beside the installed program it replaces the program's
 * factory, so that the installed daemon has a vehicle on a machine without CAN.
 */
public final class BridgedObdFactory implements ModuleFactory {
    /** System property with the port of a {@link BusServer}. */
    static final String PORT = "outrider.bench.bus";

    @Override
    public String name() {
        return "obd";
    }

    @Override
    public Class<? extends Record> settings() {
        return ObdSettings.class;
    }

    @Override
    public List<Signature<?>> signatures() {
        return ObdModule.SIGNATURES;
    }

    @Override
    public Module open(ModuleContext context) throws Failure {
        try {
            return new ObdModule(
                    new BridgedBus(Integer.getInteger(PORT), context.ticker(), context.clock()),
                    context.settings(ObdSettings.class),
                    context);
        } catch (BusException e) {
            throw new Failure(BusErrors.BUS_MISSING, e.getMessage());
        }
    }
}
