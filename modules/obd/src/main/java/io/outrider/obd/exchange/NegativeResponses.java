package io.outrider.obd.exchange;

import java.util.Map;

/** Texts of negative response codes (ISO 14229-1:2020, table A.1). */
public final class NegativeResponses {
    private static final Map<Integer, String> WORDS = Map.ofEntries(
            Map.entry(0x10, "general reject"),
            Map.entry(0x11, "service not supported"),
            Map.entry(0x12, "sub-function not supported"),
            Map.entry(0x13, "incorrect message length or invalid format"),
            Map.entry(0x14, "response too long"),
            Map.entry(0x21, "busy, repeat request"),
            Map.entry(0x22, "conditions not correct"),
            Map.entry(0x24, "request sequence error"),
            Map.entry(0x25, "no response from subnet component"),
            Map.entry(0x26, "failure prevents execution of requested action"),
            Map.entry(0x31, "request out of range"),
            Map.entry(0x33, "security access denied"),
            Map.entry(0x34, "authentication required"),
            Map.entry(0x35, "invalid key"),
            Map.entry(0x36, "exceeded number of attempts"),
            Map.entry(0x37, "required time delay not expired"),
            Map.entry(0x38, "secure data transmission required"),
            Map.entry(0x39, "secure data transmission not allowed"),
            Map.entry(0x3A, "secure data verification failed"),
            Map.entry(0x70, "upload or download not accepted"),
            Map.entry(0x71, "transfer data suspended"),
            Map.entry(0x72, "general programming failure"),
            Map.entry(0x73, "wrong block sequence counter"),
            Map.entry(0x78, "response pending"),
            Map.entry(0x7E, "sub-function not supported in active session"),
            Map.entry(0x7F, "service not supported in active session"),
            Map.entry(0x81, "rpm too high"),
            Map.entry(0x82, "rpm too low"),
            Map.entry(0x83, "engine is running"),
            Map.entry(0x84, "engine is not running"),
            Map.entry(0x85, "engine run time too low"),
            Map.entry(0x86, "temperature too high"),
            Map.entry(0x87, "temperature too low"),
            Map.entry(0x88, "vehicle speed too high"),
            Map.entry(0x89, "vehicle speed too low"),
            Map.entry(0x8A, "throttle or pedal too high"),
            Map.entry(0x8B, "throttle or pedal too low"),
            Map.entry(0x8C, "transmission range not in neutral"),
            Map.entry(0x8D, "transmission range not in gear"),
            Map.entry(0x8F, "brake switch not closed"),
            Map.entry(0x90, "shifter lever not in park"),
            Map.entry(0x91, "torque converter clutch locked"),
            Map.entry(0x92, "voltage too high"),
            Map.entry(0x93, "voltage too low"),
            Map.entry(0x94, "resource temporarily not available"));

    private NegativeResponses() {}

    public static String words(int code) {
        String words = WORDS.get(code);
        if (words != null) {
            return words;
        }
        return code >= 0xF0 && code <= 0xFE
                ? "vehicle manufacturer's own condition not correct"
                : "a code the standard does not name";
    }
}
