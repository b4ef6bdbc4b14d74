package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Methods split(), rsplit(), splitlines(), partition() and rpartition(). */
final class Splitting {
    private final String self;
    private final boolean ascii;
    private final Evaluation run;
    private final List<Object> parts = new ArrayList<>();

    Splitting(String self, boolean ascii, Evaluation run) {
        this.self = self;
        this.ascii = ascii;
        this.run = run;
    }

    Object call(String name, Args args) {
        switch (name) {
            case "partition", "rpartition":
                return partition(TextMethods.string(args.plain(name, 1, 1)[0], name), name.startsWith("r"));
            case "splitlines":
                lines(Types.truth(defaulted(args.bind(name, 0, "keepends")[0], false)));
                break;
            default: {
                Object[] a = args.bind(name, 0, "sep", "maxsplit");
                long most = Arithmetic.index(defaulted(a[1], -1L), "maxsplit");
                Object separator = defaulted(a[0], null);
                most = most < 0 ? Long.MAX_VALUE : most;
                if (separator == null) {
                    blanks(most, name.startsWith("r"));
                } else {
                    separated(TextMethods.string(separator, name), most, name.startsWith("r"));
                }
            }
        }
        return Sequence.list(parts);
    }

    private static Object defaulted(Object value, Object otherwise) {
        return value == Args.MISSING ? otherwise : value;
    }

    private void separated(String separator, long most, boolean fromRight) {
        nonEmpty(separator);
        Search.charge(self, separator, run);
        if (!fromRight) {
            int at = 0;
            int hit = self.indexOf(separator);
            for (long n = 0; n < most && hit >= 0; n++) {
                run.grow(parts, self.substring(at, hit));
                at = hit + separator.length();
                hit = self.indexOf(separator, at);
            }
            run.grow(parts, self.substring(at));
            return;
        }
        int end = self.length();
        int hit = self.lastIndexOf(separator);
        for (long n = 0; n < most && hit >= 0; n++) {
            run.grow(parts, self.substring(hit + separator.length(), end));
            end = hit;
            hit = hit < separator.length() ? -1 : self.lastIndexOf(separator, hit - separator.length());
        }
        run.grow(parts, self.substring(0, end));
        Collections.reverse(parts);
    }

    private void blanks(long most, boolean fromRight) {
        String rest = Characters.strip(self, null, !fromRight, fromRight, ascii);
        while (!rest.isEmpty()) {
            int cut = parts.size() >= most ? -1 : blank(rest, fromRight);
            if (cut < 0) {
                run.grow(
                        parts,
                        Characters.strip(rest, null, fromRight && cutMore(most), !fromRight && cutMore(most), ascii));
                break;
            }
            run.grow(parts, fromRight ? rest.substring(cut + 1) : rest.substring(0, cut));
            run.charge(1 + (rest.length() >> 5));
            rest = Characters.strip(
                    fromRight ? rest.substring(0, cut) : rest.substring(cut), null, !fromRight, fromRight, ascii);
        }
        if (fromRight) {
            Collections.reverse(parts);
        }
    }

    private boolean cutMore(long most) {
        return parts.size() < most;
    }

    private int blank(String text, boolean last) {
        int step = last ? -1 : 1;
        for (int i = last ? text.length() - 1 : 0; i >= 0 && i < text.length(); i += step) {
            if (Characters.space(text.charAt(i), ascii)) {
                return i;
            }
        }
        return -1;
    }

    private void lines(boolean keepEnds) {
        int at = 0;
        while (at < self.length()) {
            int end = at;
            while (end < self.length() && !lineEnd(self.charAt(end))) {
                end++;
            }
            int next = end;
            if (next < self.length()) {
                next += self.startsWith("\r\n", next) ? 2 : 1;
            }
            run.grow(parts, self.substring(at, keepEnds ? next : end));
            at = next;
        }
    }

    private boolean lineEnd(char c) {
        return c == '\n'
                || c == '\r'
                || !ascii
                        && (c == 0x0B
                                || c == 0x0C
                                || c >= 0x1C && c <= 0x1E
                                || c == 0x85
                                || c == 0x2028
                                || c == 0x2029);
    }

    private Sequence partition(String separator, boolean last) {
        nonEmpty(separator);
        Search.charge(self, separator, run);
        int hit = last ? self.lastIndexOf(separator) : self.indexOf(separator);
        if (hit < 0) {
            return last ? Sequence.tuple("", "", self) : Sequence.tuple(self, "", "");
        }
        return Sequence.tuple(self.substring(0, hit), separator, self.substring(hit + separator.length()));
    }

    private static void nonEmpty(String separator) {
        if (separator.isEmpty()) {
            throw EvaluationFailure.failed("the separator is empty");
        }
    }
}
