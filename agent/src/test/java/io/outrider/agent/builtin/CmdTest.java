package io.outrider.agent.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.ResultMemory;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Outcome;
import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import io.outrider.testkit.TimeoutFactor;
import io.outrider.wire.results.ResultWriter;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands of the real shell of the machine that runs the tests. */
class CmdTest {
    @TempDir
    Path folder;

    private final Functions functions = new Functions(
            new Binder(Json.mapper()), List.of(new CmdModule(() -> new CmdSettings(true), Ticker.system())));

    private Object run(String cmd, Map<String, ?> keywords) throws Exception {
        return plain(functions.prepare("cmd.run", List.of(cmd), keywords).run());
    }

    /** The output as the text that it is. */
    private static Object plain(Object result) throws Exception {
        return result instanceof Outcome outcome
                ? new Outcome(plain(outcome.value()), outcome.retcode())
                : ResultWriter.write(result, 8 << 20).tree().asText();
    }

    @Test
    void theEnvironmentHasOnlyTheGivenVariables() throws Exception {
        // the daemon's own, which systemd would set, cannot be set from inside of Java: what is not kept stands for it
        List<String> names = ((String) run("env", Map.of("env", Map.of("GIVEN", "x"))))
                .lines()
                .map(line -> line.replaceAll("=.*", ""))
                .toList();
        assertThat(names).contains("GIVEN", "PATH");
        assertThat(names)
                .isSubsetOf(
                        "GIVEN", "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TZ", "TERM", "TMPDIR",
                        "PWD", "OLDPWD", "SHLVL", "_");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cmd", "cwd", "shell", "env"})
    void aNulIsRefusedWhereverItStands(String name) {
        Map<String, Object> keywords = new java.util.HashMap<>(Map.of("cmd", "true"));
        keywords.put(name, name.equals("env") ? Map.of("A", "b\0c") : "a\0b");
        assertThatThrownBy(() -> functions.prepare("cmd.run", List.of(), keywords))
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo("BAD_ARGUMENT"))
                .hasMessageStartingWith("cmd.run: " + name + ": ");
    }

    @Test
    void aCommandLongerThanTheKernelTakesIsRefusedAndTheLongestIsRun() throws Exception {
        int longest = 32 * 4096 - 1;
        assertThat(run(": " + "x".repeat(longest - 2), Map.of())).isEqualTo("");
        assertThatThrownBy(() -> run(": " + "x".repeat(longest - 1), Map.of()))
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo("BAD_ARGUMENT"))
                .hasMessage("cmd.run: cmd: is longer than 131071 bytes, the most that Linux takes; put it into a file");
    }

    @Test
    void outputIsBoundedAndTheRestCounted() throws Exception {
        String output = (String) run("head -c 3000000 /dev/zero | tr '\\0' x", Map.of());
        assertThat(output).startsWith("xxx").endsWith("x\n… (cut: 3000000 bytes in all)");
        assertThat(output.length()).isBetween(1_000_000, 1_000_050);
    }

    @Test
    void invalidUtf8OutputIsTextToo() throws Exception {
        assertThat(run("yes é | head -n 20000 | tr -d '\\n'", Map.of())).isEqualTo("é".repeat(20_000));
        assertThat(run("printf '\\377ok \\n\\t'", Map.of())).isEqualTo("\uFFFDok");
        assertThat(run("true", Map.of())).isEqualTo("");
    }

    @Test
    void withoutMemoryTheOutputIsTruncatedWithAMarker() throws Exception {
        try (ResultMemory.Share share = new ResultMemory(100_000).share()) {
            Object result = functions
                    .prepare("cmd.run", List.of("head -c 500000 /dev/zero | tr '\\0' x"), Map.of())
                    .run(new Call() {
                        @Override
                        public String jid() {
                            return "";
                        }

                        @Override
                        public void progress(long done, long total, String unit, String what) {
                            // no listener
                        }

                        @Override
                        public boolean reserve(long bytes) {
                            return share.reserve(bytes);
                        }
                    });
            assertThat((String) plain(result))
                    .hasSizeBetween(100_000, 150_000)
                    .endsWith("x\n… (cut: 500000 bytes in all; the results of other calls take the memory there is)");
            assertThat(result.toString()).isEqualTo(plain(result));
        }
    }

    @Test
    void aChildInTheBackgroundThatHoldsThePipeDoesNotHoldTheCall() throws Exception {
        long start = System.nanoTime();
        String pid = (String) run("sleep 30 & echo $!", Map.of());
        try {
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isLessThan(TimeoutFactor.scaled(Duration.ofSeconds(10)));
        } finally {
            ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void theCommandsOwn254IsItsReturnCodeAndNoFailure() throws Exception {
        assertThat(run("echo said; exit 254", Map.of())).isEqualTo(new Outcome("said", 254));
        assertThat(functions.find("cmd.run").summary()).contains("254", "success");
    }

    @Test
    void fiftyRunsLeaveNoThreadNoZombieAndNoDescriptor() throws Exception {
        run("true", Map.of());
        Await.until(
                "nothing of before", () -> ProcessHandle.current().children().count() == 0);
        int descriptors = descriptors();
        long reapers = reapers();
        for (int i = 0; i < 50; i++) {
            assertThat(run("echo " + i, Map.of())).isEqualTo("" + i);
        }
        Await.until("no child", () -> ProcessHandle.current().children().count() == 0);
        Await.until("no descriptor", () -> descriptors() <= descriptors);
        // of Java's own reapers, which end by themselves after a minute, there are as many as ran at a time
        assertThat(reapers()).isLessThan(reapers + 5);
    }

    private static long reapers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("process reaper"))
                .count();
    }

    private static int descriptors() {
        String[] all = new File("/proc/self/fd").list();
        return all == null ? 0 : all.length;
    }
}
