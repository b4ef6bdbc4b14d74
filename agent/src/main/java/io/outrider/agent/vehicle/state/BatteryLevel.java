package io.outrider.agent.vehicle.state;

import java.util.Locale;

/** Charge state of a 12 V lead battery by its voltage; names, limits and levels are AutoPi's. */
enum BatteryLevel {
    CRITICAL_LEVEL(Double.NaN, 0.4),
    DISCHARGING(12.8, 0.2),
    CHARGING_SLOW(13.6, 0.2),
    CHARGING(14.9, 0.2),
    OVERCHARGING(Double.POSITIVE_INFINITY, 0);

    private static final double[] VOLTS = {12.6, 12.5, 12.4, 12.3, 12.2, 12.1, 11.9, 11.8, 11.6, 11.3};
    private static final int[] LEVELS = {100, 90, 80, 70, 60, 50, 40, 30, 20, 10};

    private final double most;

    /** Volts above the limit needed to leave upwards: without load a battery recovers by 0.3 V. */
    private final double margin;

    BatteryLevel(double most, double margin) {
        this.most = most;
        this.margin = margin;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    private double most(double critical) {
        return this == CRITICAL_LEVEL ? critical : most;
    }

    /** @param current the level so far; null if unknown */
    static BatteryLevel of(double volts, double critical, BatteryLevel current) {
        for (BatteryLevel each : values()) {
            if (volts <= each.most(critical)) {
                boolean up = current != null && each.ordinal() > current.ordinal();
                return up && volts <= current.most(critical) + current.margin ? current : each;
            }
        }
        throw new IllegalArgumentException(volts + " V");
    }

    /** Charge in percent. */
    static int level(double volts) {
        for (int i = 0; i < VOLTS.length; i++) {
            if (volts >= VOLTS[i]) {
                return LEVELS[i];
            }
        }
        return 0;
    }
}
