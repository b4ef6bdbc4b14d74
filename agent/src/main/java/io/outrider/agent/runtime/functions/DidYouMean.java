package io.outrider.agent.runtime.functions;

import io.outrider.api.EditDistance;
import java.util.Collection;
import java.util.Comparator;

/** Suggestion of the nearest known word for a mistyped one. */
public final class DidYouMean {
    private static final int MAX_LENGTH = 40;

    private DidYouMean() {}

    /** {@code  (did you mean x?)}, or empty. */
    public static String hint(String word, Collection<String> known) {
        int allowed = Math.max(1, Math.min(3, word.length() / 3));
        return known.stream()
                .filter(each -> word.length() <= MAX_LENGTH && EditDistance.of(word, each) <= allowed)
                .min(Comparator.comparingInt(each -> EditDistance.of(word, each)))
                .map(each -> " (did you mean " + each + "?)")
                .orElse("");
    }
}
