package io.outrider.agent.vehicle.state;

import java.util.Map;

/** Nominal voltage of the battery, 12 or 24 V. Not thread-safe. */
final class NominalVoltage {
    /** Volts between an overcharged 12 V battery and a dead 24 V battery. */
    private static final double BETWEEN = 18;

    /** Readings in a row that correct a wrong first one. */
    private static final int ENOUGH = 3;

    private final PartState.Listener listener;
    private String state = "";
    private int volts; // 0 while unknown
    private int mismatches;

    NominalVoltage(PartState.Listener listener) {
        this.listener = listener;
    }

    /** Nominal voltage by a single reading. */
    static int of(double reading) {
        return reading < BETWEEN ? 12 : 24;
    }

    int volts() {
        return volts;
    }

    /**
     * @param set nominal voltage from the settings; null if not set
     * @return whether it has changed
     */
    boolean read(double reading, Integer set) {
        int before = volts;
        if (set != null) {
            volts = set;
            return report(before, "predefined");
        }
        int seen = of(reading);
        mismatches = seen == volts ? 0 : mismatches + 1;
        if (volts == 0 || mismatches >= ENOUGH) {
            volts = seen;
            mismatches = 0;
        }
        return report(before, "autodetected");
    }

    private boolean report(int before, String next) {
        if (volts != before || !next.equals(state)) {
            state = next;
            listener.changed("battery/nominal_voltage", next, Map.of("nominal", volts));
        }
        return volts != before;
    }
}
