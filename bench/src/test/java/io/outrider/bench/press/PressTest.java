package io.outrider.bench.press;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Load test with small parts, a real broker and the installed daemon. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
@Tag("long")
class PressTest {
    private static final int WARM_UP_ROUNDS = 3;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private boolean holds(LoadPart... parts) throws Exception {
        return new Press(new PrintStream(printed, true, StandardCharsets.UTF_8), false, WARM_UP_ROUNDS)
                .holds(List.of(parts), folder, Duration.ZERO);
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static void ask(PressedUnit unit) throws Exception {
        unit.fleet().send("test.echo", List.of("a"));
        unit.cutOff(() -> unit.fleet().send("test.ping", List.of()));
        unit.awaitAnswers();
    }

    @Test
    void answeringUnitPasses() throws Exception {
        assertThat(holds(new LoadPart("asks", PressTest::ask))).as(printed()).isTrue();
        assertThat(printed().lines().reduce((one, next) -> next).orElseThrow())
                .startsWith("holds: commands ")
                .contains(" unanswered 0, twice 0, ", " pings over the broker", " pings on the unit")
                .endsWith("; restarts 0");
        assertThat(folder).as("its data and logs").doesNotExist();
    }

    @Test
    void endedUnitIsReportedWithItsLogAndLaterPartsGetAnotherUnit() throws Exception {
        boolean holds = holds(
                new LoadPart("kills", unit -> {
                    ProcessHandle.of(unit.pid()).orElseThrow().destroyForcibly();
                    unit.await("what never comes", () -> false);
                }),
                new LoadPart("fails", unit -> {
                    throw new IOException("was not answered");
                }));
        assertThat(holds).isFalse();
        assertThat(printed())
                .contains("WRONG: kills: the daemon has ended with exit code 137; the last lines of its log:")
                .contains("WRONG: fails: was not answered");
        assertThat(printed()).contains("data and logs stay in " + folder + "\nDOES NOT HOLD: ");
        assertThat(printed()).endsWith("; restarts 1; failed: kills, fails\n");
    }
}
