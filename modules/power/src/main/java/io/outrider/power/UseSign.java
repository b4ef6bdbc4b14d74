package io.outrider.power;

import java.util.Map;

/**
 * Sign that the vehicle is in use.
 *
 * @param present words for the status while it is there
 * @param ended words for the status after it
 * @param supporting true if it has to last, and does not count once engine or motor is known to have stopped
 */
record UseSign(String present, String ended, boolean supporting) {
    static final UseSign IGNITION = new UseSign("ignition on", "ignition off", false);
    static final UseSign MOTION = new UseSign("unit shaken", "unit at rest", true);

    private static final Map<String, String[]> WORDS = Map.of(
            "engine/running", new String[] {"engine running", "engine stopped"},
            "motor/running", new String[] {"motor running", "motor stopped"},
            "position/moving", new String[] {"vehicle moving", "vehicle stood still"},
            "communication/established", new String[] {"vehicle communicating", "communication ended"},
            "battery/charging", new String[] {"battery charging", "battery no longer charged"},
            "battery/overcharging", new String[] {"battery overcharging", "battery no longer charged"});

    static UseSign ofCondition(String condition, boolean supporting) {
        String[] words = WORDS.getOrDefault(condition, new String[] {condition, condition + " ended"});
        return new UseSign(words[0], words[1], supporting);
    }
}
