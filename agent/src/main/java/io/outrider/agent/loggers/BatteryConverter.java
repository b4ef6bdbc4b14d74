package io.outrider.agent.loggers;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a lead battery's voltage tells, by the incumbent's tables. They are of 12 V; above 18 V, which no such system has,
 * it is one of 24 V, and half of it counts.
 */
final class Battery {
    private static final double TWELVE_AT_MOST = 18;

    /** At this voltage and below it the battery is nearly empty; the incumbent's default. */
    private static final double CRITICAL = 12.3;

    private static final double[][] LEVELS = {
        {12.6, 100},
        {12.5, 90},
        {12.4, 80},
        {12.3, 70},
        {12.2, 60},
        {12.1, 50},
        {11.9, 40},
        {11.8, 30},
        {11.6, 20},
        {11.3, 10}
    };

    private Battery() {}

    static Map<String, Object> fields(double voltage) {
        double twelve = voltage > TWELVE_AT_MOST ? voltage / 2 : voltage;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("voltage", voltage);
        fields.put("level", level(twelve));
        fields.put("state", state(twelve));
        return fields;
    }

    private static int level(double voltage) {
        for (double[] each : LEVELS) {
            if (voltage >= each[0]) {
                return (int) each[1];
            }
        }
        return 0;
    }

    private static String state(double voltage) {
        if (voltage <= CRITICAL) {
            return "critical_level";
        }
        if (voltage <= 12.8) {
            return "discharging";
        }
        if (voltage <= 13.6) {
            return "charging_slow";
        }
        return voltage <= 14.9 ? "charging" : "overcharging";
    }
}
