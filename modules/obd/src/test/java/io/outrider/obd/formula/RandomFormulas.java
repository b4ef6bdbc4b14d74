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
        "upper()",
        "lower()",
        "strip()",
        "title()",
        "swapcase()",
        "capitalize()",
        "zfill(%w)",
        "ljust(%w)",
        "rjust(%w, '*')",
        "center(%w)",
        "replace(%t, %t)",
        "lstrip(%t)",
        "rstrip(%t)",
        "removeprefix(%t)",
        "expandtabs()"
    };
    private static final String[] TEXT_TO_INT = {
        "find(%t)", "rfind(%t)", "count(%t)", "index(%t)", "find(%t, %i)", "count(%t, %i, %i)"
    };
    private static final String[] TEXT_TO_BOOL = {
        "isdigit()",
        "isalpha()",
        "isalnum()",
        "isupper()",
        "islower()",
        "isspace()",
        "istitle()",
        "startswith(%t)",
        "endswith(%t)",
        "startswith(%t, %i)",
        "isnumeric()"
    };
    private static final String[] SPECS = {
        "5", "<5", ">8", "^7", "05", "+", " ", ",", "_", ".2f", ".3", "8.3f", "e", ".1e", "g", ".10g", "%", ".1%", "x",
        "X", "#x", "b", "o", "08b", "d", "+d", "*^9", "010,", "s", ".2s", "c", "=+8", "n", "#.3g", "z.1f", "_x", "E",
                "G"
    };
    private static final String[] PERCENTS = {
        "%d", "%5d", "%-5d", "%05d", "%+d", "%x", "%#X", "%o", "%f", "%.2f", "%8.3f", "%e", "%g", "%.3g", "%s", "%r",
        "%5s", "%.1s", "%c", "%i", "%#g", "% d", "%a"
    };

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
                out.append(kind == 'w' ? pick("0", "3", "8", "20") : kind == 'i' ? integer(depth) : text(depth));
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
            case 15 -> text(d) + "." + fill(pick(TEXT_TO_INT), 0);
            case 16 -> pick("max", "min") + "(" + integer(d) + ", " + integer(d) + ")";
            case 17 -> paren(integer(d) + " if " + bool(d) + " else " + integer(d));
            case 18 -> paren(integer(d) + pick(" and ", " or ") + integer(d));
            case 19 -> "int(" + text(d) + pick("", ", 16", ", 0", ", 2", ", 36") + ")";
            case 20 ->
                "int.from_bytes(" + bytes(d) + ", " + pick("'big'", "'little'") + pick("", ", signed=True") + ")";
            default ->
                pick(
                        "ord(" + text(d) + ")",
                        paren(integer(d)) + ".bit_length()",
                        "round(" + integer(d) + ", -2)",
                        "pow(" + integer(d) + ", " + pick("2", "3", "5") + ", " + integer(0) + ")");
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
        return switch (random.nextInt(13)) {
            case 0, 1 -> text(d) + "." + fill(pick(TEXT_METHODS), 0);
            case 2 -> paren(text(d) + " + " + text(d));
            case 3 -> text(d) + slice();
            case 4 -> pick("str", "repr", "ascii") + "(" + any(d) + ")";
            case 5 -> pick("hex", "bin", "oct", "chr") + "(" + integer(d) + ")";
            case 6 -> "format(" + pick(number(d), integer(d), text(d)) + ", '" + pick(SPECS) + "')";
            case 7 -> "'" + pick(PERCENTS) + "' % " + pick(number(0), integer(0), text(0), "(" + any(d) + ",)");
            case 8 -> "f'{" + plain(d) + pick("", "!r", ":" + pick(SPECS)) + "}'";
            case 9 ->
                bytes(d)
                        + pick(
                                ".hex()",
                                ".decode('latin-1')",
                                ".decode('ascii', 'ignore')",
                                ".decode()",
                                ".decode('utf-8', 'replace')",
                                ".hex(':', 2)");
            case 10 -> "bytes_to_hex(" + bytes(d) + ")";
            case 11 -> text(0) + ".join([" + text(d) + ", " + text(d) + "])";
            default -> paren(text(d) + " * " + pick("0", "1", "2", "3", "-1"));
        };
    }

    private String plain(int depth) {
        String inner = any(depth);
        return inner.indexOf('\'') >= 0 || inner.indexOf('\\') >= 0 || inner.startsWith("{") ? integer(0) : inner;
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
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> bytes(d) + slice();
            case 3 -> paren(bytes(d) + " + " + bytes(d));
            case 4 -> pick("bytes", "bytearray") + "(" + pick(list(d), bytes(d), "5") + ")";
            case 5 -> text(d) + ".encode(" + pick("", "'ascii'", "'latin-1'", "'utf-8'") + ")";
            case 6 ->
                paren(integer(d)) + ".to_bytes(" + pick("1", "2", "8") + ", " + pick("'big'", "'little'")
                        + pick("", ", signed=True") + ")";
            default ->
                bytes(d)
                        + pick(
                                ".strip(b'\\x00')",
                                ".replace(b'a', b'bc')",
                                ".upper()",
                                ".lstrip(b'b')",
                                ".rjust(5)",
                                ".zfill(4)");
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
            case 4 -> "sorted(" + pick(list(d), bytes(d)) + pick("", ", reverse=True", ", key=lambda v: -v") + ")";
            case 5 ->
                "list("
                        + pick(
                                "range(" + pick("5", "2, 9", "9, 0, -2") + ")",
                                "reversed(" + list(d) + ")",
                                "enumerate(" + list(d) + ")",
                                "zip(" + list(d) + ", " + bytes(d) + ")",
                                "map(str, " + list(d) + ")",
                                "{" + integer(0) + ": " + any(d) + "}.items()",
                                "set(" + pick(BYTES) + ")")
                        + ")";
            case 6 -> list(d) + slice();
            case 7 -> text(d) + pick(".split(',')", ".split()", ".partition('b')", ".rsplit('a', 1)", ".splitlines()");
            case 8 -> paren(list(d) + " + " + list(d));
            case 9 -> paren(list(d) + " * " + pick("0", "2", "-1"));
            default -> "{" + any(0) + ": " + any(d) + ", " + any(0) + ": " + any(d) + "}";
        };
    }
}
