package io.outrider.bench.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bench/unit} with a real broker, the installed daemon and its start script. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SAME_THREAD)
@Tag("long")
class UnitMainTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private int run(String... words) throws Exception {
        return new UnitMain(new PrintStream(printed, true, StandardCharsets.UTF_8)).run(words);
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void printedCommandLinesWorkAndNothingIsLeft() throws Exception {
        assertThat(run("--check")).as(printed()).isZero();
        assertThat(printed()).doesNotContain("WRONG").contains("ok    the daemon has ended");
        Matcher home = Pattern.compile("data and log in (\\S+),").matcher(printed());
        assertThat(home.find()).isTrue();
        assertThat(Path.of(home.group(1))).doesNotExist();
        assertThat(printed()).endsWith("ended; nothing is left\n");
    }

    @Test
    void namedFolderIsKeptAndUsedAgain() throws Exception {
        String home = folder.resolve("kept").toString();
        assertThat(run("--check", "--home", home)).as(printed()).isZero();
        assertThat(folder.resolve("kept/outrider.toml")).isRegularFile();
        long size = Files.size(folder.resolve("kept/log"));
        assertThat(run("--check", "--home", home)).as(printed()).isZero();
        assertThat(Files.size(folder.resolve("kept/log"))).isGreaterThan(size);
    }

    @Test
    void missingCanInterfaceIsReported() throws Exception {
        assertThat(run("--can", "nocan7")).isEqualTo(1);
        assertThat(printed())
                .startsWith("bench/unit: there is no CAN interface 'nocan7'; ")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--chek", "--can", "--home", "u1"})
    void mistypedOptionIsReportedWithTheUsage(String option) throws Exception {
        assertThat(run(option)).isEqualTo(2);
        assertThat(printed()).startsWith("bench/unit: ").contains(option, "usage: bench/unit");
    }

    @Test
    void helpTellsHowToEnd() throws Exception {
        assertThat(run("--help")).isZero();
        assertThat(printed()).startsWith("usage: bench/unit").contains("Ctrl-C");
    }
}
