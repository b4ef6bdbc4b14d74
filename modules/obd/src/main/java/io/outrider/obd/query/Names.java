package io.outrider.obd.query;

import io.outrider.obd.standard.StandardCommand;
import io.outrider.obd.standard.StandardCommands;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Helps whoever mistyped the name of a standard command. */
final class Names {
    private static final int SHOWN = 40;

    private Names() {}

    /** {@code " (did you mean RPM?)"}, or nothing if no name is near. */
    static String similar(String written) {
        if (written.length() > SHOWN) {
            return "";
        }
        String name = written.toUpperCase(Locale.ROOT);
        List<String> near = StandardCommands.all().stream()
                .map(StandardCommand::name)
                .filter(each -> distance(each, name) <= Math.max(1, name.length() / 3))
                .sorted(Comparator.comparingInt(each -> distance(each, name)))
                .limit(3)
                .toList();
        return near.isEmpty() ? "" : " (did you mean " + String.join(", ", near) + "?)";
    }

    /** Levenshtein's. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }

    static String shorten(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
