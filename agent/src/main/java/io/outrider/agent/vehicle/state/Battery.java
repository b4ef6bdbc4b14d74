package io.outrider.agent.vehicle.state;

import io.outrider.api.Ticker;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The starter battery. A change counts when it has been read at least twice, over as long as it takes to hold; that is
 * looked at with each reading, as without one nothing is known. Not for threads.
 */
final class Battery {
    private static final long HOLD = TimeUnit.SECONDS.toNanos(3);

    /** A unit that runs has more than this; it is what a sensor shows that is not connected. */
    private static final double LEAST = 5;

    private static final double MOST = 64;

    private final StateChannel status;
    private final MissCounter misses;
    private final NominalVoltage nominal;
    private final Ticker ticker;
    private BatteryLevel present; // null while not known
    private BatteryLevel next; // what it would be if it holds; null if it is the present one
    private long since;

    Battery(StateChannel status, MissCounter misses, NominalVoltage nominal, Ticker ticker) {
        this.status = status;
        this.misses = misses;
        this.nominal = nominal;
        this.ticker = ticker;
    }

    /** Of a terminal. */
    void read(double volts, VehicleSettings settings) {
        if (!(volts >= LEAST && volts <= MOST)) {
            failed(volts + " V is no battery's voltage");
            return;
        }
        if (misses.isStale()) {
            next = null; // what was in between nobody knows
        }
        misses.answered();
        if (nominal.read(volts, settings.nominal())) {
            present = null; // it was measured by the wrong scale
            next = null;
        }
        double scaled = volts / (nominal.volts() / 12.0);
        BatteryLevel now = BatteryLevel.of(scaled, settings.criticalVolts(), next == null ? present : next);
        if (now == present) {
            next = null;
        } else if (now != next) {
            next = now;
            since = ticker.nanos();
        } else if (ticker.nanos() - since >= hold(now, settings)) {
            present = now;
            next = null;
            status.become(now.word(), Map.of("level", BatteryLevel.level(scaled), "voltage", volts));
        }
    }

    private static long hold(BatteryLevel charge, VehicleSettings settings) {
        return charge == BatteryLevel.CRITICAL_LEVEL ? TimeUnit.SECONDS.toNanos(settings.criticalS()) : HOLD;
    }

    void failed(String reason) {
        if (misses.another() || !status.isKnown()) {
            unknown(reason);
        }
    }

    void check() {
        if (misses.isStale() && status.isKnown()) {
            unknown(MissCounter.STALE_REASON);
        }
    }

    private void unknown(String reason) {
        present = null;
        next = null;
        status.become("unknown", Map.of("reason", reason));
    }
}
