package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.api.InvalidArgumentException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Check of a table's values, in the constructor of its record, that collects all problems. */
public final class EntryCheck {
    private static final int LONGEST = 300;

    private final List<SettingProblem> problems = new ArrayList<>();

    /** @param others further keys that decide on it: it is no problem of its own if one of them is wrong */
    public void that(boolean holds, String key, String sentence, String... others) {
        if (!holds) {
            problems.add(new SettingProblem(key, sentence, false, Set.of(others)));
        }
    }

    /** @return the text without blanks around it; null if it is absent or invalid */
    public String text(String key, String text) {
        boolean isValid = text == null || !text.isBlank() && text.length() <= LONGEST;
        that(isValid, key, "takes text of 1 to " + LONGEST + " characters in quotes, not " + shorten(text));
        return text == null || !isValid ? null : text.strip();
    }

    /** @param sentence with {@code %s} for the text */
    public void matches(Pattern pattern, String key, String text, String sentence) {
        that(text == null || pattern.matcher(text).matches(), key, String.format(sentence, shorten(text)));
    }

    /**
     * Parses a value with a parser that throws {@link IllegalArgumentException}.
     *
     * @return null if it is absent or invalid
     */
    public <V, R> R parse(String key, V value, Function<V, R> parser) {
        return value == null ? null : parseNullable(key, value, parser);
    }

    /** Checks each element of a list, unless it is absent; the index is named if there are several. */
    public <V> void each(String key, List<V> list, Function<V, ?> parser) {
        for (int i = 0; list != null && i < list.size(); i++) {
            parseNullable(list.size() == 1 ? key : key + "[" + i + "]", list.get(i), parser);
        }
    }

    private <V, R> R parseNullable(String key, V value, Function<V, R> parser) {
        try {
            return parser.apply(value);
        } catch (InvalidArgumentException e) {
            that(false, key, e.sentence());
        } catch (IllegalArgumentException e) {
            that(false, key, e.getMessage());
        }
        return null;
    }

    /** @throws InvalidSettingsException if there is any problem */
    public void done() {
        if (!problems.isEmpty()) {
            throw new InvalidSettingsException(problems);
        }
    }

    /** @throws IllegalArgumentException if it is none of the constants in lower case */
    public static <E extends Enum<E>> E oneOf(Class<E> kind, String word) {
        List<String> words = Arrays.stream(kind.getEnumConstants())
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
        if (!words.contains(word)) {
            throw new IllegalArgumentException("takes one of " + String.join(", ", words) + ", not '" + shorten(word)
                    + "'" + DidYouMean.hint(word, words));
        }
        return Enum.valueOf(kind, word.toUpperCase(Locale.ROOT));
    }

    public static String shorten(Object value) {
        return SettingsProblems.oneLine(String.valueOf(value));
    }
}
