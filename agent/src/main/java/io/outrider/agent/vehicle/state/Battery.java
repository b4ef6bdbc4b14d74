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

    private final Status status;
    private final Misses misses;
    private final Nominal nominal;
    private final Ticker ticker;
    private Charge present; // null while not known
    private Charge next; // what it would be if it holds; null if it is the present one
    private long since;

    Battery(Status status, Misses misses, Nominal nominal, Ticker ticker) {
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
        Charge now = Charge.of(scaled, settings.criticalVolts(), next == null ? present : next);
        if (now == present) {
            next = null;
        } else if (now != next) {
            next = now;
            since = ticker.nanos();
        } else if (ticker.nanos() - since >= hold(now, settings)) {
            present = now;
            next = null;
            status.become(now.word(), Map.of("level", Charge.level(scaled), "voltage", volts));
        }
    }

    private static long hold(Charge charge, VehicleSettings settings) {
        return charge == Charge.CRITICAL_LEVEL ? TimeUnit.SECONDS.toNanos(settings.criticalS()) : HOLD;
    }

    void failed(String reason) {
        if (misses.another() || !status.isKnown()) {
            unknown(reason);
        }
    }

    void check() {
        if (misses.isStale() && status.isKnown()) {
            unknown(Misses.STALE_REASON);
        }
    }

    private void unknown(String reason) {
        present = null;
        next = null;
        status.become("unknown", Map.of("reason", reason));
    }
}
