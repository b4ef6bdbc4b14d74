package io.outrider.agent.telemetry.loggers;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Gate of a module's functions for calls without a user. Reports when the gate of the vehicle's module closes, as no
 * reading will follow then. Any thread.
 */
public final class ModuleGate implements Function<String, Optional<String>> {
    /** Module that communicates with the vehicle. */
    private static final String VEHICLE = "obd";

    private final BiFunction<String, Boolean, Optional<String>> blocked;
    private final BooleanSupplier inUse;
    private final Consumer<String> onClosed;
    private boolean wasOpen = true;

    public ModuleGate(
            BiFunction<String, Boolean, Optional<String>> blocked, BooleanSupplier inUse, Consumer<String> onClosed) {
        this.blocked = blocked;
        this.inUse = inUse;
        this.onClosed = onClosed;
    }

    @Override
    public Optional<String> apply(String module) {
        Optional<String> reason = blocked.apply(module, inUse.getAsBoolean());
        if (module.equals(VEHICLE) && closes(reason.isPresent())) {
            reason.ifPresent(onClosed);
        }
        return reason;
    }

    private synchronized boolean closes(boolean isClosed) {
        boolean closes = wasOpen && isClosed;
        wasOpen = !isClosed;
        return closes;
    }
}
