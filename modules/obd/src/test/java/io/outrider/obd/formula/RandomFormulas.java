package io.outrider.obd.formula;

import java.util.Random;

/** Generator of well-typed formulas with occasional wrong types. */
final class RandomFormulas {
    private static final String[] INTS = {
        "0",
        "1",
        "2",
        "3",
        "7",
        "8",
        "16",
        "255",
        "256",
        "1000",
        "65535",
        "-1",
        "-5",
        "0x7F",
        "0b101",
        "4294967296",
        "9223372036854775807",
        "-9223372036854775808",
        "123456789012345678901234567890",
        "True",
        "False",
        "message.data[3]",
        "message.data[-1]",
        "messages[1].data[4]",
        "len(message.data)"
    };
    private static final String[] FLOATS = {
        "0.0",
        "-0.0",
        "0.5",
        "1.5",
        "2.675",
        "0.1",
        "-7.25",
        "1e3",
        "1e16",
        "1e-7",
        "1e22",
        "3.0",
        "100.0",
        "1e300",
        "1.7976931348623157e308",
        "5e-324",
        "float('inf')",
        "float('nan')"
    };
    private static final String[] TEXTS = {
        "''", "'a'", "'abc'", "'12'", "' x '", "'-3.5'", "'a,b,c'", "'0x1F'", "'ÄöÜ'", "'VIN1234'", "'{:>5}'", "'\\n'"
    };
    private static final String[] BYTES = {
        "message.data",
        "message.data[3:]",
        "messages[1].data[3:8]",
        "b''",
        "b'abc'",
        "b'\\xff\\x00'",
        "bytes([1, 2])",
        "message.data[50:60]",
        "message.data[::-1]",
        "b'12'"
    };
    private static final String[] NUMBER_OPERATORS = {"+", "-", "*", "/", "//", "%", "+", "-", "*"};
    private static final String[] BIT_OPERATORS = {"&", "|", "^", "&"};
    private static final String[] COMPARISONS = {"<", "<=", ">", ">=", "==", "!="};
    private static final String[] TEXT_METHODS = {
        "upper()", "lower()", "strip()", "strip(%t)", "zfill(%w)", "replace(%t, %t)", "replace(%t, %t, %w)"
    };
    private static final String[] TEXT_TO_BOOL = {"startswith(%t)", "endswith(%t)", "startswith((%t, %t))"};

    private final Random random;

    RandomFormulas(Random random) {
        this.random = random;
    }

    String next() {
        return any(1 + random.nextInt(4));
    }

    private String any(int depth) {
        return switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> integer(depth);
            case 4, 5, 6 -> number(depth);
            case 7, 8 -> text(depth);
            case 9 -> bytes(depth);
            case 10 -> bool(depth);
            default -> list(depth);
        };
    }

    private String pick(String... options) {
        return options[random.nextInt(options.length)];
    }

    private String fill(String pattern, int depth) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) == '%') {
                char kind = pattern.charAt(++i);
                out.append(kind == 'w' ? pick("0", "3", "8", "20") : text(depth));
            } else {
                out.append(pattern.charAt(i));
            }
        }
        return out.toString();
    }

    private String paren(String inner) {
        return random.nextInt(3) > 0 ? "(" + inner + ")" : inner;
    }

    private String integer(int depth) {
        if (random.nextInt(40) == 0) {
            return any(depth - 1);
        }
        if (depth <= 0) {
            return pick(INTS);
        }
        int d = depth - 1;
        return switch (random.nextInt(22)) {
            case 0, 1, 2, 3 -> paren(integer(d) + " " + pick("+", "-", "*", "//", "%") + " " + integer(d));
            case 4, 5 -> paren(integer(d) + " " + pick(BIT_OPERATORS) + " " + integer(d));
            case 6 -> paren(integer(d) + pick(" << ", " >> ") + pick("0", "1", "4", "8", "63", "64", "-1", "70"));
            case 7 -> "((" + integer(d) + ") ** " + pick("0", "1", "2", "3", "5", "-1") + ")";
            case 8 -> pick("-", "~", "+", "not ") + paren(integer(d));
            case 9, 10 -> "bytes_to_int(" + bytes(d) + ")";
            case 11 -> "twos_comp(" + integer(d) + ", " + pick("8", "16", "32", "64", "1", "0", integer(0)) + ")";
            case 12 -> pick("int", "round", "abs", "bool") + "(" + number(d) + ")";
            case 13 -> pick("len", "sum", "max", "min") + "(" + pick(list(d), bytes(d)) + ")";
            case 14 -> bytes(d) + "[" + integer(0) + "]";
            case 15 -> "{" + integer(0) + ": " + integer(d) + "}.get(" + integer(0) + ", " + integer(0) + ")";
            case 16 -> pick("max", "min") + "(" + integer(d) + ", " + integer(d) + ")";
            case 17 -> paren(integer(d) + " if " + bool(d) + " else " + integer(d));
            case 18 -> paren(integer(d) + pick(" and ", " or ") + integer(d));
            case 19 -> "int(" + text(d) + pick("", ", 16", ", 0", ", 2", ", 36") + ")";
            case 20 ->
                "int.from_bytes(" + bytes(d) + ", " + pick("'big'", "'little'") + pick("", ", signed=True") + ")";
            default ->
                pick(
                        "ord(" + text(d) + ")",
                        "min(" + list(d) + ", default=" + integer(0) + ")",
                        "round(" + integer(d) + ", -2)",
                        "pow(" + integer(d) + ", " + pick("2", "3", "5") + ")");
        };
    }

    private String number(int depth) {
        if (depth <= 0 || random.nextInt(5) == 0) {
            return switch (random.nextInt(3)) {
                case 0 -> integer(depth);
                case 1 -> pick(FLOATS);
                default -> anyFloat();
            };
        }
        int d = depth - 1;
        return switch (random.nextInt(8)) {
            case 0, 1, 2, 3 -> paren(number(d) + " " + pick(NUMBER_OPERATORS) + " " + number(d));
            case 4 -> "round(" + number(d) + ", " + pick("0", "1", "2", "5", "-1", "-3", "20") + ")";
            case 5 -> "float(" + pick(number(d), text(d)) + ")";
            case 6 ->
                random.nextBoolean()
                        ? "((" + number(d) + ") ** " + pick("0.5", "2", "3", "-1", "-2") + ")"
                        : pick("abs", "divmod", "-") + "(" + number(d) + pick("", ", " + number(d)) + ")";
            default -> paren(number(d) + " if " + bool(d) + " else " + number(d));
        };
    }

    private String anyFloat() {
        double bits = Double.longBitsToDouble(random.nextLong());
        if (random.nextBoolean() && Double.isFinite(bits)) {
            return "(" + bits + ")";
        }
        return "(" + (random.nextInt(2_000_000) - 1_000_000) / Math.pow(10, random.nextInt(7)) + ")";
    }

    private String text(int depth) {
        if (random.nextInt(40) == 0) {
            return any(depth - 1);
        }
        if (depth <= 0) {
            return pick(TEXTS);
        }
        int d = depth - 1;
        return switch (random.nextInt(10)) {
            case 0, 1 -> text(d) + "." + fill(pick(TEXT_METHODS), 0);
            case 2 -> paren(text(d) + " + " + text(d));
            case 3 -> text(d) + slice();
            case 4 -> "str(" + any(d) + ")";
            case 5 -> pick("hex", "bin", "oct", "chr") + "(" + integer(d) + ")";
            case 6 ->
                bytes(d)
                        + pick(
                                ".hex()",
                                ".decode('latin-1')",
                                ".decode('ascii', 'ignore')",
                                ".decode()",
                                ".decode('utf-8', 'replace')",
                                ".hex(':')");
            case 7 -> "bytes_to_hex(" + bytes(d) + ")";
            case 8 -> text(0) + ".join([" + text(d) + ", " + text(d) + "])";
            default -> paren(text(d) + " * " + pick("0", "1", "2", "3", "-1"));
        };
    }

    private String slice() {
        String from = pick("", "", "0", "1", "3", "-2", "100", "-100");
        String to = pick("", "", "1", "4", "8", "-1", "100", "-100");
        return "[" + from + ":" + to + pick("", "", "", ":", ":2", ":-1", ":-2", ":0") + "]";
    }

    private String bytes(int depth) {
        if (depth <= 0) {
            return pick(BYTES);
        }
        int d = depth - 1;
        return switch (random.nextInt(5)) {
            case 0, 1, 2 -> bytes(d) + slice();
            case 3 -> paren(bytes(d) + " + " + bytes(d));
            default -> "bytes(" + pick(list(d), bytes(d), "5") + ")";
        };
    }

    private String bool(int depth) {
        if (depth <= 0) {
            return pick("True", "False", "0", "1", "message.data[3] > 5");
        }
        int d = depth - 1;
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> paren(number(d) + " " + pick(COMPARISONS) + " " + number(d));
            case 3 ->
                paren(integer(d) + " " + pick(COMPARISONS) + " " + integer(d) + " " + pick(COMPARISONS) + " "
                        + integer(d));
            case 4 -> paren(text(d) + " " + pick("in", "not in", "==", "<", ">=") + " " + text(d));
            case 5 -> paren(integer(d) + pick(" in ", " not in ") + pick(list(d), bytes(d)));
            case 6 -> text(d) + "." + fill(pick(TEXT_TO_BOOL), 0);
            case 7 -> pick("any", "all", "bool") + "(" + list(d) + ")";
            default -> "not " + paren(bool(d));
        };
    }

    private String list(int depth) {
        if (depth <= 0) {
            return pick("[]", "[1, 2, 3]", "(4, 5)", "range(4)", "[0.5, 1]", "['a', 'b']");
        }
        int d = depth - 1;
        return switch (random.nextInt(11)) {
            case 0, 1 -> "[" + any(d) + ", " + any(d) + "]";
            case 2 -> "(" + any(d) + ", " + any(d) + ")";
            case 3 ->
                "[x " + pick("+", "*", "-", "//", "&") + " " + pick("1", "2", "x", "0") + " for x in "
                        + pick(list(d), bytes(d)) + pick("", " if x > 2", " if x") + "]";
            case 4 -> "sorted(" + pick(list(d), bytes(d)) + pick("", ", reverse=True") + ")";
            case 5 ->
                "list("
                        + pick(
                                "range(" + pick("5", "2, 9", "9, 0, -2") + ")",
                                "reversed(" + list(d) + ")",
                                "enumerate(" + list(d) + ")",
                                "zip(" + list(d) + ", " + bytes(d) + ")",
                                "(str(x) for x in " + list(d) + ")",
                                "{" + integer(0) + ": " + any(d) + "}")
                        + ")";
            case 6 -> list(d) + slice();
            case 7 -> text(d) + pick(".split(',')", ".split()", ".split('b', 1)", ".split(maxsplit=1)");
            case 8 -> paren(list(d) + " + " + list(d));
            case 9 -> paren(list(d) + " * " + pick("0", "2", "-1"));
            default -> "{" + any(0) + ": " + any(d) + ", " + any(0) + ": " + any(d) + "}";
        };
    }
}
