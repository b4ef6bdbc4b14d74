package io.outrider.agent.vehicle.state;

import java.util.Map;

/** Whether the battery is one of 12 or of 24 V. Not for threads. */
final class NominalVoltage {
    /** Between a 12 V battery that is charged too much and a 24 V battery that is dead. */
    private static final double BETWEEN = 18;

    /** So many readings in a row tell that the first was wrong. */
    private static final int ENOUGH = 3;

    private final StateChannel status;
    private int volts; // 0 while not known
    private int against;

    NominalVoltage(StateChannel status) {
        this.status = status;
    }

    /** As one reading tells it. */
    static int of(double reading) {
        return reading < BETWEEN ? 12 : 24;
    }

    int volts() {
        return volts;
    }

    /**
     * @param set by the owner; null if not
     * @return whether it is another one than before
     */
    boolean read(double reading, Integer set) {
        int before = volts;
        if (set != null) {
            volts = set;
            return told(before, "predefined");
        }
        int seen = of(reading);
        against = seen == volts ? 0 : against + 1;
        if (volts == 0 || against >= ENOUGH) {
            volts = seen;
            against = 0;
        }
        return told(before, "autodetected");
    }

    private boolean told(int before, String word) {
        if (volts != before || !status.is(word)) {
            status.renew(word, Map.of("nominal", volts));
        }
        return volts != before;
    }
}
