package io.outrider.api;

/** Damerau-Levenshtein distance of two words, for suggestions. */
public final class EditDistance {
    private EditDistance() {}

    public static int of(String a, String b) {
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
