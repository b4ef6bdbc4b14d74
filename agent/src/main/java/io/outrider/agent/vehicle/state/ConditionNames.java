package io.outrider.agent.vehicle.state;

import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.api.Excerpt;
import java.util.List;

/** Names of the conditions on the vehicle. */
public final class ConditionNames {
    private static final String NOT = "not ";

    private static final List<String> ALL = List.of("""
            engine/running engine/stopped engine/not_running
            motor/running motor/stopped motor/not_running
            communication/established communication/disconnected communication/inactive
            battery/unknown battery/critical_level battery/discharging
            battery/charging_slow battery/charging battery/overcharging
            position/unknown position/standstill position/moving
            """.strip().split("\\s+"));

    private ConditionNames() {}

    /** Error message for an invalid condition; null if it is valid. */
    public static String problem(String condition) {
        if (condition == null || condition.isBlank()) {
            return "a condition is empty; leave it out";
        }
        String word = positive(condition);
        if (ALL.contains(word)) {
            return null;
        }
        return "'" + Excerpt.ofWord(condition) + "' is no condition" + DidYouMean.hint(word, ALL)
                + "; there are, also with 'not ' in front: " + String.join(", ", ALL);
    }

    static boolean isNegative(String condition) {
        return condition.strip().startsWith(NOT);
    }

    static String positive(String condition) {
        String stripped = condition.strip();
        return isNegative(stripped) ? stripped.substring(NOT.length()).strip() : stripped;
    }
}
