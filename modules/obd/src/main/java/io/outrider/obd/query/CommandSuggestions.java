package io.outrider.obd.query;

import io.outrider.obd.standard.StandardCommand;
import io.outrider.obd.standard.StandardCommands;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Suggestions for mistyped names of standard commands. */
final class CommandSuggestions {
    private static final int SHOWN = 40;

    private CommandSuggestions() {}

    /** {@code " (did you mean RPM?)"}; empty if no name is similar. */
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

    /** Damerau-Levenshtein distance. */
    private static int distance(String a, String b) {
        int[][] steps = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    steps[i][j] = i + j;
                    continue;
                }
                int changed = steps[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                steps[i][j] = Math.min(changed, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    steps[i][j] = Math.min(steps[i][j], 1 + steps[i - 2][j - 2]);
                }
            }
        }
        return steps[a.length()][b.length()];
    }

    static String shorten(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
