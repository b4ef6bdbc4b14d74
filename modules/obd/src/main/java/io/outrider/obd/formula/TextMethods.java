package io.outrider.obd.formula;

import java.util.Set;

/** Methods of text, and of bytes as text of one character per byte. */
final class TextMethods {
    static final Set<String> SHARED = Set.of(
            "strip",
            "lstrip",
            "rstrip",
            "upper",
            "lower",
            "swapcase",
            "title",
            "capitalize",
            "replace",
            "split",
            "rsplit",
            "splitlines",
            "join",
            "startswith",
            "endswith",
            "find",
            "rfind",
            "index",
            "rindex",
            "count",
            "zfill",
            "ljust",
            "rjust",
            "center",
            "partition",
            "rpartition",
            "removeprefix",
            "removesuffix",
            "expandtabs",
            "isdigit",
            "isalpha",
            "isalnum",
            "isspace",
            "isupper",
            "islower",
            "istitle",
            "isascii");
    static final Set<String> TEXT_ONLY =
            Set.of("casefold", "isdecimal", "isnumeric", "isprintable", "isidentifier", "encode", "format");

    private final String self;
    private final boolean ascii;
    private final Evaluation run;

    TextMethods(String self, boolean ascii, Evaluation run) {
        this.self = self;
        this.ascii = ascii;
        this.run = run;
    }

    static Object call(String self, String name, Args args, Evaluation run) {
        switch (name) {
            case "encode": {
                Object[] a = args.bind(name, 0, "encoding", "errors");
                return Codecs.encode(self, a[0], a[1], run);
            }
            case "format":
                return FormatMethod.format(self, args, run);
            default:
                return new TextMethods(self, false, run).call(name, args);
        }
    }

    Object call(String name, Args args) {
        run.charge(1 + (self.length() >> 4));
        switch (name) {
            case "strip", "lstrip", "rstrip":
                return Characters.strip(
                        self,
                        optional(args.plain(name, 0, 1), 0, name),
                        !name.startsWith("r"),
                        !name.startsWith("l"),
                        ascii);
            case "upper", "lower", "swapcase", "title", "capitalize":
                args.plain(name, 0, 0);
                return Characters.cased(name, self, ascii);
            case "casefold":
                args.plain(name, 0, 0);
                return Characters.cased("lower", self.replace("ß", "ss"), false);
            case "replace":
                return replace(args.plain(name, 2, 3));
            case "split", "rsplit", "splitlines", "partition", "rpartition":
                return new Splitting(self, ascii, run).call(name, args);
            case "join":
                return join(Iteration.array(args.plain(name, 1, 1)[0], run));
            case "startswith", "endswith":
                return affix(name, args.plain(name, 1, 3));
            case "find", "rfind", "index", "rindex", "count":
                return find(name, args.plain(name, 1, 3));
            case "zfill", "ljust", "rjust", "center":
                return pad(name, args);
            case "removeprefix": {
                String prefix = string(args.plain(name, 1, 1)[0], name);
                return self.startsWith(prefix) ? self.substring(prefix.length()) : self;
            }
            case "removesuffix": {
                String suffix = string(args.plain(name, 1, 1)[0], name);
                return self.endsWith(suffix) ? self.substring(0, self.length() - suffix.length()) : self;
            }
            case "expandtabs":
                return expandTabs(args.bind(name, 0, "tabsize")[0]);
            default:
                args.plain(name, 0, 0);
                return Characters.is(name, self, ascii);
        }
    }

    static String string(Object value, String method) {
        if (value instanceof String text) {
            return text;
        }
        throw EvaluationFailure.failed(
                method + "() wants a text or bytes as its object is, not a " + Types.name(value));
    }

    private static String optional(Object[] args, int index, String method) {
        return args.length <= index || args[index] == null ? null : string(args[index], method);
    }

    private String replace(Object[] args) {
        String old = string(args[0], "replace");
        String with = string(args[1], "replace");
        long most = args.length < 3 ? -1 : Arithmetic.index(args[2], "the count");
        long present = Search.count(self, old, run);
        long times = most < 0 ? present : Math.min(most, present);
        run.size(self.length() + times * (with.length() - old.length()));
        if (times == 0) {
            return self;
        }
        StringBuilder out = new StringBuilder();
        int at = 0;
        for (long i = 0; i < times; i++) {
            int hit = old.isEmpty() ? (i == 0 ? 0 : self.offsetByCodePoints(at, 1)) : self.indexOf(old, at);
            out.append(self, at, hit).append(with);
            at = hit + old.length();
        }
        return out.append(self, at, self.length()).toString();
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

    private boolean affix(String name, Object[] args) {
        int[] window = window(args);
        String part = window == null ? null : self.substring(window[0], window[1]);
        Object[] affixes =
                args[0] instanceof Sequence several && several.tuple ? several.items : new Object[] {args[0]};
        for (Object affix : affixes) {
            String text = string(affix, name);
            if (part != null && (name.equals("startswith") ? part.startsWith(text) : part.endsWith(text))) {
                return true;
            }
        }
        return false;
    }

    private Object find(String name, Object[] args) {
        String part = string(args[0], name);
        int[] window = window(args);
        Search.charge(self, part, run);
        if (name.equals("count")) {
            return window == null ? 0L : (long) Search.count(self.substring(window[0], window[1]), part, run);
        }
        int hit = -1;
        if (window != null) {
            String within = self.substring(window[0], window[1]);
            hit = name.startsWith("r") ? within.lastIndexOf(part) : within.indexOf(part);
        }
        if (hit < 0 && name.endsWith("index")) {
            throw EvaluationFailure.failed("what index() looks for is not there");
        }
        return hit < 0 ? -1L : Text.offset(self, hit + window[0]);
    }

    /** The chars that start and stop select, or null if start is beyond stop. */
    private int[] window(Object[] args) {
        int length = Text.length(self);
        int from = args.length < 2 || args[1] == null ? 0 : start(args[1], length);
        int to = args.length < 3 || args[2] == null
                ? length
                : Slices.clamp(Arithmetic.index(args[2], "the end"), length);
        if (from > to) {
            return null;
        }
        return new int[] {self.offsetByCodePoints(0, from), self.offsetByCodePoints(0, to)};
    }

    private static int start(Object value, int length) {
        long start = Arithmetic.index(value, "the start");
        return start > length ? length + 1 : Slices.clamp(start, length);
    }

    private String pad(String name, Args args) {
        Object[] a = args.plain(name, 1, name.equals("zfill") ? 1 : 2);
        long width = Arithmetic.index(a[0], "the width");
        String fill = a.length > 1 ? string(a[1], name) : name.equals("zfill") ? "0" : " ";
        if (Text.length(fill) != 1) {
            throw EvaluationFailure.failed(name + "() fills with one character");
        }
        int missing = (int) (Math.max(0, run.size(Math.max(0, width)) - (long) Text.length(self)));
        switch (name) {
            case "ljust":
                return self + fill.repeat(missing);
            case "rjust":
                return fill.repeat(missing) + self;
            case "center": {
                int left = missing / 2 + (missing & (int) width & 1);
                return fill.repeat(left) + self + fill.repeat(missing - left);
            }
            default: {
                int sign = self.startsWith("-") || self.startsWith("+") ? 1 : 0;
                return self.substring(0, sign) + fill.repeat(missing) + self.substring(sign);
            }
        }
    }

    private String expandTabs(Object tabSize) {
        int size = run.size(Math.max(0, tabSize == Args.MISSING ? 8 : Arithmetic.index(tabSize, "the tab size")));
        StringBuilder out = new StringBuilder();
        int column = 0;
        for (char c : self.toCharArray()) {
            if (c == '\t') {
                int blanks = size == 0 ? 0 : size - column % size;
                out.append(" ".repeat(blanks));
                column += blanks;
                run.size(out.length());
            } else {
                out.append(c);
                column = c == '\n' || c == '\r' ? 0 : column + 1;
            }
        }
        return out.toString();
    }
}
