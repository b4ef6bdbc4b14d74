package io.outrider.agent.vehicle.state;

import io.outrider.api.Ticker;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * State of the starter battery. A change counts once two readings, at least the hold time apart, agree on it; it is
 * evaluated with each reading. Not thread-safe.
 */
final class Battery extends PartState {
    private static final long HOLD = TimeUnit.SECONDS.toNanos(3);

    /** Volts; a running unit has more, a disconnected sensor reads less. */
    private static final double LEAST = 5;

    private static final double MOST = 64;

    private final NominalVoltage nominal;
    private final Ticker ticker;
    private BatteryLevel current; // null while unknown
    private BatteryLevel candidate; // level to be confirmed; null if it is the current one
    private long candidateSince;

    Battery(Listener listener, Ticker ticker) {
        super("battery", null, listener, ticker);
        this.nominal = new NominalVoltage(listener);
        this.ticker = ticker;
    }

    /** Handles a voltage measured at the terminals. */
    void read(double volts, VehicleSettings settings) {
        if (!(volts >= LEAST && volts <= MOST)) {
            failed(volts + " V is no battery's voltage");
            return;
        }
        if (isStale()) {
            candidate = null; // readings in between are missing
        }
        answered();
        if (nominal.read(volts, settings.nominal())) {
            current = null; // it was derived from the wrong nominal voltage
            candidate = null;
        }
        double scaled = volts / (nominal.volts() / 12.0);
        BatteryLevel now = BatteryLevel.of(scaled, settings.criticalVolts(), candidate == null ? current : candidate);
        if (now == current) {
            candidate = null;
        } else if (now != candidate) {
            candidate = now;
            candidateSince = ticker.nanos();
        } else if (ticker.nanos() - candidateSince >= hold(now, settings)) {
            current = now;
            candidate = null;
            set(now.word(), Map.of("level", BatteryLevel.level(scaled), "voltage", volts));
        }
    }

    private static long hold(BatteryLevel charge, VehicleSettings settings) {
        return charge == BatteryLevel.CRITICAL_LEVEL ? TimeUnit.SECONDS.toNanos(settings.criticalS()) : HOLD;
    }

    @Override
    void lost(String reason) {
        current = null;
        candidate = null;
        set("unknown", reason);
    }
}
