package io.outrider.agent.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.outrider.api.Failure;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fuzz test of settings files: each is read, or rejected with a message. */
class HostileFilesTest {
    private static final long SEED = 20231121;

    private static final String GOOD = """
            # a comment
            [obd]
            can = "can0" # another
            protocol = '6'
            share_ms = 5
            [jobs]
            waiting = 1_000
            allow = [ "a", 'b', \"""x
            [no.table]\""", ]
            share = 7E4
            limits.a = 1
            [jobs.limits2."x.y"]
            'c d' = { e = 1, f = [ { g = 1979-05-27T07:32:00Z } ] }
            """;

    private static final List<String> PIECES = List.of(
            "[",
            "]",
            "[[",
            "]]",
            "{",
            "}",
            "=",
            ".",
            ",",
            "\"",
            "'",
            "\"\"\"",
            "'''",
            "\\",
            "\\u0041",
            "\\uD800",
            "\\U00110000",
            "#",
            "\n",
            "\r",
            "\r\n",
            "\t",
            " ",
            "\0",
            "\u007f",
            "\ud800",
            "é",
            "\ufeff",
            "0x",
            "0o8",
            "1e",
            "1e999999999",
            "-",
            "+",
            "_",
            "inf",
            "nan",
            "true",
            "fals",
            "1979-05-27",
            "07:32:00",
            "99:99:99",
            "obd",
            "can",
            "1979-13-99T99:99:99.999999999999999Z",
            "9".repeat(1_500),
            "[".repeat(60),
            "a.".repeat(200));

    /** Only a failure of one line per problem, or settings. */
    private static boolean isRead(String text) {
        try {
            TomlPositions.of(text);
            Settings settings = new TomlFile().read("f", text);
            return Shapes.SECTIONS.problems(settings).isEmpty();
        } catch (Failure e) {
            assertThat(e.getMessage()).startsWith("f").hasSizeLessThan(4_000);
            assertThat(e.getMessage()).doesNotContain("com.fasterxml", "java.");
            return false;
        }
    }

    private static void survives(String text, long seed) {
        try {
            isRead(text);
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            fail("seed " + seed + " on: " + text, e);
        }
    }

    @Test
    @Tag("slow")
    void filesThatAreAlmostGood() {
        for (int i = 0; i < 10_000; i++) {
            Random random = new Random(SEED + i);
            StringBuilder text = new StringBuilder(GOOD);
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                int from = random.nextInt(text.length() + 1);
                int to = Math.min(text.length(), from + random.nextInt(4));
                text.replace(from, to, random.nextBoolean() ? PIECES.get(random.nextInt(PIECES.size())) : "");
            }
            survives(text.toString(), SEED + i);
        }
    }

    @Test
    void filesOfPieces() {
        for (int i = 0; i < 10_000; i++) {
            Random random = new Random(-SEED - i);
            StringBuilder text = new StringBuilder();
            for (int pieces = random.nextInt(12); pieces > 0; pieces--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            survives(text.toString(), -SEED - i);
        }
    }

    @Test
    void everyBeginningOfAFile() {
        for (int i = 0; i <= GOOD.length(); i++) {
            survives(GOOD.substring(0, i), i);
        }
    }

    @Test
    void aLargeFileOfAnything() {
        for (String piece : List.of(
                "[", "a.", "a", "\n", "#", "\"", "[a]\n", "a=[", "{", "1", "'''", "=", "{a.a.a.a.a.a=", "[{a=")) {
            survives(piece.repeat((1 << 18) / piece.length()), piece.hashCode());
            survives("[obd]\ncan = " + piece.repeat((1 << 18) / piece.length()), piece.hashCode());
        }
    }
}
