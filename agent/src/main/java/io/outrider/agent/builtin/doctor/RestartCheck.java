package io.outrider.agent.builtin.doctor;

import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.ShortProgram;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Check of crashes: how the service manager saw the service end, since somebody has started it. */
final class RestartCheck {
    private static final String NAME = "crashes";
    private static final String JOURNAL =
            "journalctl -u outrider -b shows what came before: out of memory, a hanging loop, a"
                    + " bad setting; docs/debugging.md has what to do about each.";
    private static final List<String> SHOW = List.of(
            "systemctl",
            "show",
            "outrider.service",
            "--property=LoadState,ActiveState,NRestarts,Result,ExecMainStatus,InactiveExitTimestamp");

    private RestartCheck() {}

    static Check check() {
        return Check.of(NAME, () -> List.of(report()));
    }

    private static CheckReport report() throws InterruptedException {
        try {
            return judge(ShortProgram.output(SHOW));
        } catch (IOException e) {
            return CheckReport.ok(NAME, "not known: systemctl cannot be asked");
        }
    }

    /** @param shown lines such as {@code NRestarts=2} */
    static CheckReport judge(String shown) {
        Map<String, String> values = new HashMap<>();
        shown.lines()
                .map(line -> line.split("=", 2))
                .filter(pair -> pair.length == 2)
                .forEach(pair -> values.put(pair[0], pair[1]));
        if (!"loaded".equals(values.get("LoadState"))) {
            return CheckReport.ok(NAME, "not known: there is no service outrider");
        }
        String result = values.getOrDefault("Result", "success");
        String why = " (" + result
                + (result.equals("exit-code") ? " " + values.getOrDefault("ExecMainStatus", "not known") : "") + ")";
        if ("failed".equals(values.get("ActiveState"))) {
            return CheckReport.bad(NAME, "the service has failed" + why, JOURNAL);
        }
        String restarts = values.getOrDefault("NRestarts", "0");
        if (!restarts.equals("0")) {
            return CheckReport.look(
                    NAME,
                    "restarted " + restarts + (restarts.equals("1") ? " time" : " times") + " after a failure"
                            + (result.equals("success") ? "" : why) + ", last at "
                            + values.getOrDefault("InactiveExitTimestamp", "a time that is not known"),
                    JOURNAL + " systemctl reset-failed outrider clears the count.");
        }
        return CheckReport.ok(NAME, "none since the service was started");
    }
}
