package io.outrider.obd.formula;

/** Search of a part in a text. */
final class Search {
    private Search() {}

    static int find(String text, String part, int from, Evaluation run) {
        charge(text, part, run);
        return text.indexOf(part, from);
    }

    static int count(String text, String part, Evaluation run) {
        charge(text, part, run);
        if (part.isEmpty()) {
            return Text.length(text) + 1;
        }
        int count = 0;
        for (int i = text.indexOf(part); i >= 0; i = text.indexOf(part, i + part.length())) {
            count++;
        }
        return count;
    }

    /** The worst case is the product of both lengths. */
    static void charge(String text, String part, Evaluation run) {
        long work = (long) text.length() * (part.length() + 1) >> 10;
        if (work > 0) {
            run.charge((int) Math.min(work, Integer.MAX_VALUE >> 1));
        }
    }
}
