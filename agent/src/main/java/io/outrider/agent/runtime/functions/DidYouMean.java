package io.outrider.agent.runtime.functions;

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
                .filter(each -> word.length() <= MAX_LENGTH && distance(word, each) <= allowed)
                .min(Comparator.comparingInt(each -> distance(word, each)))
                .map(each -> " (did you mean " + each + "?)")
                .orElse("");
    }

    /** Damerau-Levenshtein distance. */
    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(a, b, i, j, cost);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(String a, String b, int i, int j, int[][] cost) {
        char left = a.charAt(i - 1);
        char right = b.charAt(j - 1);
        int best = Math.min(cost[i - 1][j - 1] + (left == right ? 0 : 1), Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && left == b.charAt(j - 2) && a.charAt(i - 2) == right;
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
