package io.outrider.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShortProgramTest {
    @Test
    void theOutputIsWhatTheProgramPrints() throws Exception {
        assertThat(ShortProgram.output(List.of("printf", "%s\\n", "één", "two words")))
                .isEqualTo("één\ntwo words\n");
    }

    @Test
    void itsLanguageIsThatOfProgramsAndItsInputIsEmpty() throws Exception {
        assertThat(ShortProgram.output(List.of("sh", "-c", "echo $LC_ALL; wc -c; echo error >&2")))
                .isEqualTo("C\n0\n");
    }

    @Test
    void aProgramThatFailsOrIsMissingIsAnError() {
        assertThatThrownBy(() -> ShortProgram.output(List.of("sh", "-c", "exit 3")))
                .isInstanceOf(IOException.class)
                .hasMessage("sh failed with exit status 3");
        assertThatThrownBy(
                        () -> ShortProgram.output(List.of("sh", "-c", "echo out; echo why >&2; echo more >&2; exit 2")))
                .hasMessage("sh failed with exit status 2: why");
        for (Path each : List.of(Path.of("no-such-program"), Path.of("/no/such/program"))) {
            assertThatThrownBy(() -> ShortProgram.output(List.of(each.toString())))
                    .isInstanceOf(NoSuchFileException.class)
                    .hasMessage(each.toString());
            assertThatThrownBy(() -> ShortProgram.lastPrinted(List.of(each.toString()), 10))
                    .isInstanceOf(NoSuchFileException.class);
        }
        assertThatThrownBy(() -> ShortProgram.output(List.of("/etc/passwd")))
                .as("there, but no program")
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(NoSuchFileException.class);
    }

    @Test
    void whatIsPrintedIsReadWhileTheProgramRuns() throws Exception {
        assertThat(ShortProgram.output(List.of("sh", "-c", "yes | head -c 3000000; echo end")))
                .hasSize(60_000)
                .endsWith("y\nend\n");
    }

    @Test
    void theLastThatAProgramPrintsIsThereWhateverItEndsWith() throws Exception {
        assertThat(ShortProgram.lastPrinted(List.of("sh", "-c", "echo één; echo two >&2; exit 3"), 100))
                .isEqualTo("één\ntwo\n");
        assertThat(ShortProgram.lastPrinted(List.of("seq", "200000"), 14)).isEqualTo("199999\n200000\n");
    }

    @Test
    void aProgramThatHangsIsKilled() {
        assertThatThrownBy(() -> ShortProgram.output(List.of("sleep", "600.25")))
                .isInstanceOf(IOException.class)
                .hasMessage("sleep has not ended in 5 s");
        assertThat(running("600.25")).isFalse();
    }

    @Test
    void aProgramMayHaveALimitOfItsOwn() {
        assertThatThrownBy(() -> ShortProgram.output(List.of("sleep", "600.5"), Duration.ofSeconds(1)))
                .hasMessage("sleep has not ended in 1 s");
        assertThat(running("600.5")).isFalse();
    }

    @Test
    void aProgramThatPrintsWithoutEndIsKilled() {
        assertThatThrownBy(() -> ShortProgram.output(List.of("yes", "600.75")))
                .isInstanceOf(IOException.class)
                .hasMessage("yes has not ended in 5 s");
        assertThat(running("600.75")).isFalse();
    }

    @Test
    void anInterruptKillsTheProgram() throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread caller = new Thread(
                () -> {
                    try {
                        ShortProgram.output(List.of("sleep", "600.5"));
                    } catch (IOException | InterruptedException e) {
                        thrown.complete(e);
                    }
                },
                "caller");
        caller.start();
        caller.interrupt();
        assertThat(thrown.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        caller.join();
        assertThat(running("600.5")).isFalse();
    }

    /** Whether a child with this argument outlives ten seconds; one that was killed needs a moment to end. */
    private static boolean running(String argument) {
        return ProcessHandle.current()
                .children()
                .filter(each ->
                        List.of(each.info().arguments().orElse(new String[0])).contains(argument))
                .anyMatch(each -> each.onExit()
                        .thenApply(ended -> false)
                        .completeOnTimeout(true, 10, TimeUnit.SECONDS)
                        .join());
    }
}
