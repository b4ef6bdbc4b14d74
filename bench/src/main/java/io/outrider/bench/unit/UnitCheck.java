package io.outrider.bench.unit;

import io.outrider.bench.daemon.ProcessOutput;
import io.outrider.testkit.Await;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Check of {@code bench/unit}: runs the printed command lines and checks the printed messages. */
final class UnitCheck {
    private final PrintStream out;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private int failed;

    UnitCheck(PrintStream out) {
        this.out = out;
    }

    /** Records and prints a line about a message of the unit. */
    void printed(String line) {
        lines.add(line);
        out.println(line);
    }

    /** Returns the exit code. */
    int run(BenchUnit unit) throws InterruptedException {
        holds("the unit is online", () -> has("presence .*\"online\":true.*"));
        holds("its records are printed decoded", () -> has("record +obd\\.rpm +\\d+\\.\\d+ .*"));
        holds(
                "the line over the broker is taken",
                () -> ProcessOutput.by("sh", "-c", unit.mqttLine()).code() == 0);
        holds("the job's events are printed", () -> has("job +\\d{20} +running"));
        holds("its return is printed", () -> has("return +\\d{20} +obd.query +\\{\"_type\":\"rpm\",\"value\":\\d+.*"));
        holds("the command line of the unit answers", () -> {
            ProcessOutput output = ProcessOutput.by("sh", "-c", unit.commandLine() + " obd.query RPM");
            return output.code() == 0 && output.out().contains("\"_type\":\"rpm\"");
        });
        holds("the daemon runs", unit::alive);
        return failed == 0 ? 0 : 1;
    }

    /** Returns the exit code. */
    int ended(long pid) {
        holds("the daemon has ended", () -> ProcessHandle.of(pid).isEmpty());
        return failed == 0 ? 0 : 1;
    }

    private boolean has(String pattern) {
        return lines.stream().anyMatch(each -> each.matches("[0-9:.]+ +" + pattern));
    }

    private void holds(String sentence, Await.Expectation condition) {
        try {
            Await.until(sentence, condition);
            out.println("ok    " + sentence);
        } catch (AssertionError e) {
            failed++;
            out.println("WRONG " + e.getMessage());
        }
    }
}
