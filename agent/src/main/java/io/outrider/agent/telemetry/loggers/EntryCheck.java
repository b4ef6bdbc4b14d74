package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.settings.InvalidSettingsException;
import io.outrider.agent.runtime.settings.SettingProblem;
import io.outrider.agent.runtime.settings.SettingsProblems;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Check of an entry's values that collects all problems. */
final class EntryCheck {
    private static final int LONGEST = 300;

    private final List<SettingProblem> problems = new ArrayList<>();

    void that(boolean holds, String key, String sentence) {
        if (!holds) {
            problems.add(new SettingProblem(key, sentence));
        }
    }

    /** @return the text without blanks around it; null if it is absent or invalid */
    String text(String key, String text) {
        boolean isValid = text == null || !text.isBlank() && text.length() <= LONGEST;
        that(isValid, key, "takes text of 1 to " + LONGEST + " characters in quotes, not " + shorten(text));
        return text == null || !isValid ? null : text.strip();
    }

    /** @param sentence with {@code %s} for the text */
    void matches(Pattern pattern, String key, String text, String sentence) {
        that(text == null || pattern.matcher(text).matches(), key, String.format(sentence, shorten(text)));
    }

    /** Checks a value, unless it is absent, with a parser that throws {@link IllegalArgumentException}. */
    <V> void parses(String key, V value, Function<V, ?> parser) {
        if (value != null) {
            accepts(key, value, parser);
        }
    }

    /** Checks a value, also null. */
    <V> void accepts(String key, V value, Function<V, ?> parser) {
        try {
            parser.apply(value);
        } catch (IllegalArgumentException e) {
            that(false, key, e.getMessage());
        }
    }

    /** @throws InvalidSettingsException if there is any problem */
    void done() {
        if (!problems.isEmpty()) {
            throw new InvalidSettingsException(problems);
        }
    }

    /** @throws IllegalArgumentException if it is none of the constants in lower case */
    static <E extends Enum<E>> E oneOf(Class<E> kind, String word) {
        List<String> words = Arrays.stream(kind.getEnumConstants())
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
        if (!words.contains(word)) {
            throw new IllegalArgumentException(
                    "'" + shorten(word) + "' is none of " + String.join(", ", words) + DidYouMean.hint(word, words));
        }
        return Enum.valueOf(kind, word.toUpperCase(Locale.ROOT));
    }

    static String shorten(Object value) {
        return SettingsProblems.oneLine(String.valueOf(value));
    }
}
