package io.outrider.agent.vehicle.state;

import io.outrider.api.Ticker;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * State of the starter battery. A change counts once two readings, at least the hold time apart, agree on it; it is
 * evaluated with each reading. Not thread-safe.
 */
final class Battery {
    private static final long HOLD = TimeUnit.SECONDS.toNanos(3);

    /** Volts; a running unit has more, a disconnected sensor reads less. */
    private static final double LEAST = 5;

    private static final double MOST = 64;

    private final StateChannel channel;
    private final NominalVoltage nominal;
    private final Ticker ticker;
    private BatteryLevel current; // null while unknown
    private BatteryLevel candidate; // level to be confirmed; null if it is the current one
    private long candidateSince;

    Battery(StateChannel channel, NominalVoltage nominal, Ticker ticker) {
        this.channel = channel;
        this.nominal = nominal;
        this.ticker = ticker;
    }

    /** Handles a voltage measured at the terminals. */
    void read(double volts, VehicleSettings settings) {
        if (!(volts >= LEAST && volts <= MOST)) {
            failed(volts + " V is no battery's voltage");
            return;
        }
        if (channel.isStale()) {
            candidate = null; // readings in between are missing
        }
        channel.answered();
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
            channel.set(now.word(), Map.of("level", BatteryLevel.level(scaled), "voltage", volts));
        }
    }

    private static long hold(BatteryLevel charge, VehicleSettings settings) {
        return charge == BatteryLevel.CRITICAL_LEVEL ? TimeUnit.SECONDS.toNanos(settings.criticalS()) : HOLD;
    }

    void failed(String reason) {
        if (channel.miss() || !channel.isKnown()) {
            unknown(reason);
        }
    }

    void check() {
        if (channel.isStale() && channel.isKnown()) {
            unknown(StateChannel.STALE_REASON);
        }
    }

    private void unknown(String reason) {
        current = null;
        candidate = null;
        channel.set("unknown", reason);
    }
}
