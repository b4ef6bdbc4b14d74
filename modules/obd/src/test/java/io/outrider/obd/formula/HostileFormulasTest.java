package io.outrider.obd.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random formulas, with those tagged long a million: each ends in a value or a FormulaException, within a time limit. */
@Tag("slow")
final class HostileFormulasTest {
    private static final int FORMULAS = 1_000_000;
    private static final long SEED = Long.getLong("formula.seed", 7L);
    private static final long SLOWEST_MILLIS = 1_000;
    private static final long LARGEST_RESULT = 256 << 10;
    private static final List<byte[]> MESSAGES = List.of(
            HexFormat.of().parseHex("620101FFF7E7FFBC16AE43080000000F"),
            HexFormat.of().parseHex("7F2212"));

    private static final String[] WORDS = {
        "message",
        "messages",
        ".data",
        "bytes_to_int",
        "twos_comp",
        "bytes_to_hex",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "+",
        "-",
        "*",
        "/",
        "//",
        "%",
        "**",
        "<<",
        ">>",
        "&",
        "|",
        "^",
        "~",
        "<",
        ">",
        "==",
        "!=",
        "<=",
        " in ",
        " not ",
        " and ",
        " or ",
        " is ",
        " if ",
        " else ",
        " for ",
        " lambda ",
        "x",
        "y",
        "0",
        "1",
        "2",
        "3",
        "255",
        "1e308",
        "0x7F",
        "1e-320",
        "'a'",
        "b'a'",
        "f'{x}'",
        "f'{1:>{2}}'",
        "'%d'",
        "'{}'",
        "None",
        "True",
        "len",
        "sum",
        "max",
        "sorted",
        "range",
        "zip",
        "map",
        "str",
        "int",
        "float",
        "round",
        "list",
        "set",
        "dict",
        "bytes",
        "[0:]",
        "[::-1]",
        ".format",
        ".join",
        ".decode",
        ".split",
        ".replace",
        "=",
        ":=",
        "\"",
        "'",
        "\\",
        "\n",
        "#",
        "é",
        "9999999999999999999",
        ".hex()",
        "*x",
        "**x",
        "x for x in ",
        "99999",
        "reversed",
        "iter",
        "next",
        "pow"
    };
    private static final String[] MODELS = {
        "(twos_comp((bytes_to_int(message.data[3:4])*256+bytes_to_int(message.data[4:5])),16))/20.0",
        "((bytes_to_int(message.data[53:54])&4)/4)",
        "int(not ((bytes_to_int(message.data[5:6])&4)/4) and ((bytes_to_int(message.data[2:3])&1)/1))",
        "messages[0].data[3:].decode('ascii')",
        "[x**2 for x in message.data if x > 5]",
        "sum(b << (8 * i) for i, b in enumerate(message.data[3:7]))",
        "{0: 'P', 1: 'R', 255: 'D'}.get(message.data[3], 'unknown')",
        "round(2.675, 2) if 0 < message.data[3] <= 255 else 'a' 'b'",
        "hex(message.data[3])[2:].zfill(2).upper() + str(3.14159 * 9**9)",
        "''.join(chr(c) for c in messages[1].data[3:] if 32 <= c < 127).split('0', 3)",
        "'a'.join(str(v) for v in sorted([3, 1, 2], reverse=True))",
        "list(zip(message.data[::2], reversed(message.data[1::2])))[:2]",
        "(lambda d: d[3] * 2)(message.data)",
        "'%5.2f' % 3 + f'{message.data[3]:02x}'.format(1)"
    };

    /** CPU time of this thread, independent of the load of the machine. */
    private final ThreadMXBean clock = ManagementFactory.getThreadMXBean();

    private final Random random = new Random(SEED);
    private int values;
    private int errors;
    private long slowest;
    private String slowestText = "";

    @Test
    void noFormulaBreaksOrHangs() {
        tryAll(FORMULAS / 5);
    }

    @Test
    @Tag("long")
    void noneOfAMillionFormulasBreaksOrHangs() {
        tryAll(FORMULAS);
    }

    private void tryAll(int formulas) {
        for (int i = 0; i < formulas; i++) {
            tryOne(next(i));
        }
        System.out.println("hostile formulas, seed " + SEED + ": " + values + " values, " + errors + " errors, slowest "
                + slowest / 1_000_000 + " ms");
        assertThat(slowest / 1_000_000).as(slowestText).isLessThan(SLOWEST_MILLIS);
        assertThat(values).isPositive();
        assertThat(errors).isPositive();
    }

    private void tryOne(String text) {
        long start = clock.getCurrentThreadCpuTime();
        try {
            Object value = Formula.parse(text).evaluate(MESSAGES).value();
            assertThat(jsonBytes(value)).as(text).isLessThan(LARGEST_RESULT);
            values++;
        } catch (FormulaException e) {
            assertThat(e.position()).isBetween(0, text.length());
            errors++;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            fail("seed " + SEED + ", formula " + text + ": " + e, e);
        }
        long took = clock.getCurrentThreadCpuTime() - start;
        if (took > slowest) {
            slowest = took;
            slowestText = text;
        }
    }

    /** Estimated size as JSON, which repeats shared texts. */
    private static long jsonBytes(Object value) {
        if (value instanceof List<?> list) {
            return 2 + list.stream().mapToLong(each -> 1 + jsonBytes(each)).sum();
        }
        if (value instanceof Map<?, ?> map) {
            return 2
                    + map.entrySet().stream()
                            .mapToLong(each -> 2 + jsonBytes(each.getKey()) + jsonBytes(each.getValue()))
                            .sum();
        }
        if (value instanceof byte[] bytes) {
            return 2 + 2L * bytes.length;
        }
        return 2 + String.valueOf(value).getBytes(StandardCharsets.UTF_8).length;
    }

    private String next(int i) {
        if (i % 1_000 == 0) {
            return nested();
        }
        return switch (i % 4) {
            case 0 -> soup();
            case 1, 2 -> mutated();
            default -> noise();
        };
    }

    private String soup() {
        StringBuilder out = new StringBuilder();
        int words = 1 + random.nextInt(10);
        for (int i = 0; i < words; i++) {
            out.append(WORDS[random.nextInt(WORDS.length)]);
        }
        return out.toString();
    }

    private String mutated() {
        StringBuilder out = new StringBuilder(MODELS[random.nextInt(MODELS.length)]);
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes && out.length() > 1; i++) {
            int at = random.nextInt(out.length());
            int to = Math.min(out.length(), at + 1 + random.nextInt(4));
            switch (random.nextInt(5)) {
                case 0 -> out.delete(at, to);
                case 1 -> out.insert(at, WORDS[random.nextInt(WORDS.length)]);
                case 2 -> out.setCharAt(at, (char) (32 + random.nextInt(95)));
                case 3 -> out.insert(random.nextInt(out.length()), out.substring(at, to));
                default -> out.replace(at, to, String.valueOf(random.nextInt(100_000)));
            }
        }
        return out.toString();
    }

    private String noise() {
        char[] out = new char[random.nextInt(24)];
        for (int i = 0; i < out.length; i++) {
            out[i] = (char) (random.nextInt(20) == 0 ? random.nextInt(0x10000) : random.nextInt(128));
        }
        return new String(out);
    }

    private String nested() {
        String[] openings = {
            "(", "[", "{", "-", "not ", "~", "f(", "x[", "lambda: ", "1 if ", "'a' * (", "[x for x in ", "2**"
        };
        StringBuilder out = new StringBuilder();
        String same = openings[random.nextInt(openings.length)];
        boolean mixed = random.nextBoolean();
        int levels = random.nextInt(1_500);
        for (int i = 0; i < levels; i++) {
            out.append(mixed ? openings[random.nextInt(openings.length)] : same);
        }
        return out.append("1").toString();
    }
}
