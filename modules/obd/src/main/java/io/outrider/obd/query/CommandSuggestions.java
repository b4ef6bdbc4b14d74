package io.outrider.obd.query;

import io.outrider.api.EditDistance;
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
                .filter(each -> EditDistance.of(each, name) <= Math.max(1, name.length() / 3))
                .sorted(Comparator.comparingInt(each -> EditDistance.of(each, name)))
                .limit(3)
                .toList();
        return near.isEmpty() ? "" : " (did you mean " + String.join(", ", near) + "?)";
    }

    static String shorten(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
