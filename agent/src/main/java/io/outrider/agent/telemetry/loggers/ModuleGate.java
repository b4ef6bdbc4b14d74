package io.outrider.agent.telemetry.loggers;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Asks a module whether its functions may be called by nobody in particular; and when the vehicle's own module begins to
 * say no, that is told, for nothing will be read of the vehicle then. Any thread.
 */
public final class ModuleGate implements Function<String, Optional<String>> {
    /** The module that speaks with the vehicle. */
    private static final String VEHICLE = "obd";

    private final BiFunction<String, Boolean, Optional<String>> unwelcome;
    private final BooleanSupplier inUse;
    private final Consumer<String> silent;
    private boolean wasOpen = true;

    public ModuleGate(
            BiFunction<String, Boolean, Optional<String>> unwelcome, BooleanSupplier inUse, Consumer<String> silent) {
        this.unwelcome = unwelcome;
        this.inUse = inUse;
        this.silent = silent;
    }

    @Override
    public Optional<String> apply(String module) {
        Optional<String> reason = unwelcome.apply(module, inUse.getAsBoolean());
        if (module.equals(VEHICLE) && closes(reason.isPresent())) {
            reason.ifPresent(silent);
        }
        return reason;
    }

    private synchronized boolean closes(boolean isClosed) {
        boolean closes = wasOpen && isClosed;
        wasOpen = !isClosed;
        return closes;
    }
}
