package io.outrider.bench.daemon;

import io.outrider.obd.ObdFactory;

/**
 * Factory of the module {@code obd} on a bus of the bench. As a jar beside the installed program it replaces the program's
 * factory, so that the installed daemon has a vehicle on a machine without CAN.
 */
public final class BridgedObdFactory extends ObdFactory {
    /** System property with the port of a {@link BusServer}. */
    static final String PORT = "outrider.bench.bus";

    public BridgedObdFactory() {
        super((settings, context) -> new BridgedBus(Integer.getInteger(PORT), context.ticker(), context.clock()));
    }
}
