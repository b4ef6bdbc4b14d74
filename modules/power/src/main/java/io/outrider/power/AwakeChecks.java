package io.outrider.power;

import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.Inhibitors.Inhibition;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Checks of why the unit is awake, which tell the same as {@code power.status}. */
record AwakeChecks(PowerControl control, Clock clock) {
    List<Check> checks() {
        return List.of(Check.awake("sleep", () -> reports(control.status(), clock.instant())));
    }

    static List<CheckReport> reports(PowerStatus status, Instant now) {
        List<CheckReport> reports = new ArrayList<>();
        boolean isDue = status.idle() != null || status.sleeping() != null;
        boolean isTimed = status.timer() != null
                && !status.bypass()
                && status.inhibitions().isEmpty();
        reports.add(
                isDue || isTimed && !status.inUse()
                        ? CheckReport.ok("sleep", status.summary())
                        : CheckReport.look("sleep", status.summary(), remedy(status)));
        reports.add(
                status.inUse()
                        ? CheckReport.look(
                                "condition",
                                status.use(),
                                "It ends with the use of the vehicle; [power] in_use and supporting name the conditions.")
                        : CheckReport.ok("condition", "not in use: " + status.use()));
        for (Inhibition each : status.inhibitions()) {
            reports.add(CheckReport.look(
                    "held by " + each.owner(),
                    each.reason() + ", since " + VehicleUse.time(now.minus(each.age())) + " UTC, "
                            + PowerStatus.span(each.remaining().toNanos()) + " left",
                    "It ends by itself; the table in docs/power.md says what each waits for."));
        }
        return reports;
    }

    private static String remedy(PowerStatus status) {
        if (status.inUse()) {
            return "";
        }
        if (status.timer() == null) {
            return "outrider power.sleep_timer add=now period=60 begins one; [power] has the periods.";
        }
        return status.bypass() ? "Set bypass = false in [power]." : "It sleeps when that has ended.";
    }
}
