package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Frames that {@code outrider setup} has heard on a CAN interface.
 *
 * @param virtual whether it has no controller, and so no bit rate
 * @param frames per second, as the kernel counts them
 * @param ids frames per second by id, the most frequent first; three digits for 11 bits, eight for 29
 * @param unheard why there are no ids; empty if there may be some
 */
record HeardBus(
        @JsonProperty String name,
        @JsonProperty boolean up,
        @JsonProperty boolean virtual,
        @JsonProperty double frames,
        @JsonProperty Map<String, Double> ids,

        @JsonProperty @JsonInclude(JsonInclude.Include.NON_EMPTY)
        String unheard) {
    private static final int MOST_IDS = 500;
    private static final int SHOWN_IDS = 8;

    /** Ids from which ECUs answer the questions of OBD, ISO 15765-4. */
    private static final String ANSWER = "7e[89a-f]|18daf1[0-9a-f]{2}";

    /**
     * @param lines of candump's log, such as {@code (1436509053.850870) can0 7E8#0341}
     * @param seconds in which they were heard
     */
    static Map<String, Double> ids(List<String> lines, double seconds) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String line : lines) {
            int end = line.indexOf('#');
            if (end > 0) {
                String id = line.substring(line.lastIndexOf(' ', end) + 1, end);
                counts.merge(id.toLowerCase(Locale.ROOT), 1, Integer::sum);
            }
        }
        Map<String, Double> rates = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_IDS)
                .forEach(each -> rates.put(each.getKey(), Math.round(10 * each.getValue() / seconds) / 10.0));
        return rates;
    }

    /** Whether ECUs answered questions, of whom ever. */
    @JsonProperty
    boolean answers() {
        return ids.keySet().stream().anyMatch(each -> each.matches(ANSWER));
    }

    /** Lines for people. */
    List<String> lines() {
        if (!up) {
            return List.of(name + ": down; "
                    + (virtual
                            ? "ip link set " + name + " up brings it up"
                            : "outrider setup --try-bitrates " + name
                                    + " finds the bit rate, then systemctl enable --now can@" + name
                                    + " brings it up"));
        }
        if (frames == 0 && ids.isEmpty()) {
            return List.of(name + ": up, no frames"
                    + (virtual
                            ? ""
                            : ": the ignition may be off, or the bit rate another one, which outrider setup"
                                    + " --try-bitrates " + name + " finds"));
        }
        List<String> lines = new ArrayList<>();
        lines.add(name + ": up, " + Math.round(frames) + " frames per second"
                + (unheard.isEmpty() ? "; ids of 11 bits: " + count(3) + ", of 29 bits: " + count(8) : ""));
        if (!unheard.isEmpty()) {
            lines.add("  ids are not known: " + unheard);
            return lines;
        }
        lines.add("  "
                + ids.entrySet().stream()
                        .limit(SHOWN_IDS)
                        .map(each -> each.getKey() + " " + each.getValue() + "/s")
                        .collect(Collectors.joining(", "))
                + (ids.size() > SHOWN_IDS ? " and " + (ids.size() - SHOWN_IDS) + " more" : ""));
        lines.add(
                answers()
                        ? "  answers of ECUs to OBD questions are among them"
                        : "  no answers of ECUs (7e8 to 7ef, 18daf1xx): nobody asks; outrider obd.query vin does");
        return lines;
    }

    private long count(int digits) {
        return ids.keySet().stream().filter(each -> each.length() == digits).count();
    }
}
