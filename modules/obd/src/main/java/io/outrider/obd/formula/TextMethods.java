package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;

/** Methods of texts. */
final class TextMethods {
    private final String self;
    private final Evaluation run;

    TextMethods(String self, Evaluation run) {
        this.self = self;
        this.run = run;
    }

    Object call(String name, Args args) {
        run.charge(1 + (self.length() >> 4));
        switch (name) {
            case "strip": {
                Object[] a = args.plain(name, 0, 1);
                String which = a.length == 0 || a[0] == null ? null : string(a[0], name);
                return Text.strip(self, which == null ? Text::blank : c -> which.indexOf(c) >= 0);
            }
            case "upper":
                args.plain(name, 0, 0);
                return run.text(self.toUpperCase(Locale.ROOT));
            case "lower":
                args.plain(name, 0, 0);
                return run.text(self.toLowerCase(Locale.ROOT));
            case "replace":
                return replace(args.plain(name, 2, 3));
            case "join":
                return join(Iteration.array(args.only(name), run));
            case "split":
                return split(args.bind(name, 0, "sep", "maxsplit"));
            case "zfill":
                return zfill(Arithmetic.index(args.only(name), "the width"));
            default:
                if (args.positional().length > 1) {
                    throw Refusals.construct(name + "() with a place is", "take a slice of the text first");
                }
                return affix(name, args.only(name));
        }
    }

    static String string(Object value, String method) {
        if (value instanceof String text) {
            return text;
        }
        throw EvaluationFailure.failed(method + "() wants a text, not a " + Types.name(value));
    }

    private String replace(Object[] args) {
        String old = string(args[0], "replace");
        String with = string(args[1], "replace");
        long most = args.length < 3 ? -1 : Arithmetic.index(args[2], "the count");
        long present = countOf(old);
        long times = most < 0 ? present : Math.min(most, present);
        run.size(self.length() + times * (with.length() - old.length()));
        StringBuilder out = new StringBuilder();
        int at = 0;
        for (long i = 0; i < times; i++) {
            int hit = old.isEmpty() ? (i == 0 ? 0 : self.offsetByCodePoints(at, 1)) : self.indexOf(old, at);
            out.append(self, at, hit).append(with);
            at = hit + old.length();
        }
        return out.append(self, at, self.length()).toString();
    }

    private int countOf(String part) {
        Text.chargeSearch(self, part, run);
        if (part.isEmpty()) {
            return Text.length(self) + 1;
        }
        int count = 0;
        for (int i = self.indexOf(part); i >= 0; i = self.indexOf(part, i + part.length())) {
            count++;
        }
        return count;
    }

    private String join(Object[] parts) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < parts.length; i++) {
            out.append(i == 0 ? "" : self).append(string(parts[i], "join"));
            if (out.length() > run.limits.size()) {
                run.size(out.length());
            }
        }
        return run.text(out.toString());
    }

    private Object split(Object[] args) {
        long most = args[1] == Args.MISSING ? -1 : Arithmetic.index(args[1], "maxsplit");
        most = most < 0 ? Long.MAX_VALUE : most;
        List<Object> parts = new ArrayList<>();
        if (args[0] == Args.MISSING || args[0] == null) {
            splitAtBlanks(most, parts);
            return Sequence.list(parts);
        }
        String separator = string(args[0], "split");
        if (separator.isEmpty()) {
            throw EvaluationFailure.failed("the separator is empty");
        }
        Text.chargeSearch(self, separator, run);
        int at = 0;
        int hit = self.indexOf(separator);
        while (hit >= 0 && parts.size() < most) {
            run.grow(parts, self.substring(at, hit));
            at = hit + separator.length();
            hit = self.indexOf(separator, at);
        }
        run.grow(parts, self.substring(at));
        return Sequence.list(parts);
    }

    private void splitAtBlanks(long most, List<Object> parts) {
        int at = skip(0, Text::blank);
        while (at < self.length()) {
            int end = parts.size() < most ? skip(at, c -> !Text.blank(c)) : self.length();
            run.grow(parts, self.substring(at, end));
            at = skip(end, Text::blank);
        }
    }

    private int skip(int from, IntPredicate skipped) {
        int at = from;
        while (at < self.length() && skipped.test(self.charAt(at))) {
            at++;
        }
        return at;
    }

    private String zfill(long width) {
        int missing = (int) Math.max(0, run.size(Math.max(0, width)) - (long) Text.length(self));
        int sign = self.startsWith("-") || self.startsWith("+") ? 1 : 0;
        return self.substring(0, sign) + "0".repeat(missing) + self.substring(sign);
    }

    private boolean affix(String name, Object wanted) {
        Object[] affixes = wanted instanceof Sequence several && several.tuple ? several.items : new Object[] {wanted};
        for (Object affix : affixes) {
            String text = string(affix, name);
            if (name.equals("startswith") ? self.startsWith(text) : self.endsWith(text)) {
                return true;
            }
        }
        return false;
    }
}
