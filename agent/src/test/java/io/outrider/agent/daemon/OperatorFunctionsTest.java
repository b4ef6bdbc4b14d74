package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.builtin.CmdModule;
import io.outrider.agent.builtin.CmdSettings;
import io.outrider.agent.builtin.SysModule;
import io.outrider.agent.builtin.TestModule;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.agent.testing.WrongArguments;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Outcome;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import io.outrider.testkit.ToyModule;
import io.outrider.testkit.ToyModule.ToyFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions of the daemon itself, called as by a job; shell commands are real. */
class OperatorFunctionsTest {
    private final AtomicReference<Functions> table = new AtomicReference<>();
    private boolean allowed = true;

    @TempDir
    Path folder;

    OperatorFunctionsTest() {
        Ticker ticker = Ticker.system();
        table.set(new Functions(
                new Binder(Json.mapper()),
                List.of(
                        new TestModule("1.2.3", ticker),
                        new SysModule(declared()),
                        new CmdModule(() -> new CmdSettings(allowed), ticker),
                        new ToyModule(ticker))));
    }

    private static Signatures declared() {
        return new Signatures(
                new Binder(Json.mapper()),
                Stream.of(
                                TestModule.SIGNATURES,
                                SysModule.SIGNATURES,
                                CmdModule.SIGNATURES,
                                new ToyFactory().signatures())
                        .<Signature<?>>flatMap(List::stream)
                        .toList());
    }

    private Object run(String name, Map<String, ?> keywords, Object... positional) throws Exception {
        return table.get().prepare(name, List.of(positional), keywords).run();
    }

    @Test
    void argumentsOfEveryWrongKindAreRefusedByName() {
        for (Function<?> function : table.get().all()) {
            WrongArguments.check(table.get(), function);
        }
    }

    @Test
    void theUnitAnswers() throws Exception {
        assertThat(run("test.ping", Map.of())).isEqualTo(true);
        assertThat(run("test.echo", Map.of(), List.of(1, "a"))).isEqualTo(List.of(1, "a"));
        assertThat(run("test.echo", Map.of(), "0105")).isEqualTo("0105");
        assertThat(run("test.version", Map.of())).isEqualTo("1.2.3");
        assertThat(run("test.sleep", Map.of(), 0.01)).isEqualTo(true);
        assertThatThrownBy(() -> run("test.sleep", Map.of(), -1)).hasMessageContaining("length: takes 0 to 86400");
    }

    @Test
    void theUnitListsItsFunctions() throws Exception {
        assertThat(run("sys.list_functions", Map.of(), "sys"))
                .isEqualTo(List.of("sys.argspec", "sys.doc", "sys.list_functions", "sys.list_modules"));
        assertThat(run("sys.list_modules", Map.of())).isEqualTo(List.of("cmd", "sys", "test", "toy"));
        assertThat(run("sys.doc", Map.of(), "cmd.run").toString()).contains("Runs a command", "seconds after which");
        assertThat(run("sys.argspec", Map.of(), "test.sleep"))
                .hasToString(
                        "{test.sleep={args=[length], defaults=[], varargs=null, kwargs=null, kinds=[number], help=[]}}");
        assertThatThrownBy(() -> run("sys.argspec", Map.of(), "no.such")).hasMessageContaining("is not available");
    }

    @Test
    void aCommandIsOffUnlessTheOwnerAllowsIt() {
        allowed = false;
        assertThatThrownBy(() -> run("cmd.run", Map.of(), "touch " + folder + "/no"))
                .isInstanceOf(Failure.class)
                .hasMessageEndingWith("cmd.run is switched off by the unit's owner; [cmd] enabled = true allows it");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aCommandReturnsBothStreamsAndItsCode() throws Exception {
        assertThat(run("cmd.run", Map.of("cwd", folder.toString()), "pwd; echo oops >&2"))
                .hasToString(folder + "\noops");
        Outcome failed = (Outcome) run("cmd.run", Map.of(), "echo no; exit 7");
        assertThat(failed.value()).hasToString("no");
        assertThat(failed.retcode()).isEqualTo(7);
        assertThat(run("cmd.run", Map.of("env", Map.of("A", "b c")), "echo $A")).hasToString("b c");
        assertThat(run("cmd.run", Map.of(), "cat")).hasToString("");
        assertThatThrownBy(() -> run("cmd.run", Map.of("cwd", "/no/such"), "pwd"))
                .hasMessageStartingWith("cwd: ");
    }

    @Test
    void onlyAMegabyteOfOutputIsKept() throws Exception {
        String text = run("cmd.run", Map.of(), "head -c 5000000 /dev/zero | tr '\\0' x")
                .toString();
        assertThat(text).hasSizeBetween(1_000_000, 1_000_100).endsWith("(cut: 5000000 bytes in all)");
    }

    @Test
    void aCommandThatLastsTooLongIsKilledWithAllItStarted() throws Exception {
        Path pids = folder.resolve("pids");
        String command = "sleep 1000 & echo $! >> " + pids + "; (sleep 1001 & echo $! >> " + pids + "); wait";
        assertThatThrownBy(() -> run("cmd.run", Map.of("timeout", 0.5), command))
                .hasMessageContaining("was not done after 0.5 s and was killed");
        assertAllGone(pids);
    }

    @Test
    void aCancelledCommandIsKilledWithAllItStarted() throws Exception {
        Path pids = folder.resolve("pids");
        String command = "sleep 1000 & echo $! >> " + pids + "; echo $$ >> " + pids + "; wait";
        FutureTask<Object> task = new FutureTask<>(() -> run("cmd.run", Map.of(), command));
        Thread thread = new Thread(task, "caller");
        thread.start();
        until(() -> Files.exists(pids) && Files.readAllLines(pids).size() == 2);
        thread.interrupt();
        assertThatThrownBy(() -> task.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertAllGone(pids);
    }

    private static void assertAllGone(Path pids) throws Exception {
        List<String> all = Files.readAllLines(pids);
        assertThat(all).hasSize(2);
        for (String pid : all) {
            Path line = Path.of("/proc", pid, "cmdline");
            until(() -> isGone(line));
        }
    }

    private static boolean isGone(Path commandLine) {
        try {
            return Files.readString(commandLine).isEmpty(); // as of an orphan that init has not fetched yet
        } catch (IOException e) {
            return true; // no such file; or "No such process", if it ends while it is read
        }
    }

    /** Attempt that may fail. */
    private interface OperatorCondition {
        boolean holds() throws Exception;
    }

    private static void until(OperatorCondition condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
