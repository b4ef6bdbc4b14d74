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

    /** Volts between an overcharged 12 V battery and a dead 24 V battery. */
    private static final double BETWEEN = 18;

    /** Readings in a row that correct a wrong first one. */
    private static final int ENOUGH = 3;

    private final PartListener listener;
    private final Ticker ticker;
    private String nominalState = "";
    private int nominal; // volts; 0 while unknown
    private int mismatches;
    private BatteryLevel current; // null while unknown
    private BatteryLevel candidate; // level to be confirmed; null if it is the current one
    private long candidateSince;

    Battery(PartListener listener, Ticker ticker) {
        super("battery", null, listener, ticker);
        this.listener = listener;
        this.ticker = ticker;
    }

    void read(double volts, VehicleSettings settings) {
        if (!(volts >= LEAST && volts <= MOST)) {
            failed(volts + " V is no battery's voltage");
            return;
        }
        if (isStale()) {
            candidate = null; // readings in between are missing
        }
        answered();
        if (updateNominal(volts, settings.nominal())) {
            current = null; // it was derived from the wrong nominal voltage
            candidate = null;
        }
        double scaled = volts / (nominal / 12.0);
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

    /** Nominal voltage by a single reading. */
    static int nominal(double reading) {
        return reading < BETWEEN ? 12 : 24;
    }

    /**
     * @param set nominal voltage from the settings; null if not set
     * @return whether the nominal voltage has changed
     */
    private boolean updateNominal(double reading, Integer set) {
        int before = nominal;
        int seen = set == null ? nominal(reading) : set;
        mismatches = seen == nominal ? 0 : mismatches + 1;
        if (set != null || nominal == 0 || mismatches >= ENOUGH) {
            nominal = seen;
            mismatches = 0;
        }
        String now = set == null ? "autodetected" : "predefined";
        if (nominal != before || !now.equals(nominalState)) {
            nominalState = now;
            listener.changed("battery/nominal_voltage", now, Map.of("nominal", nominal));
        }
        return nominal != before;
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
