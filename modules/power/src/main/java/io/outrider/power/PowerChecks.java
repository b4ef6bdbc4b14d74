package io.outrider.power;

import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.Inhibitors.Inhibition;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Checks of the battery, and of why the unit is awake; they tell the same as {@code power.status}. */
record PowerChecks(PowerControl control, Clock clock) {
    private static final String BATTERY = "battery";

    List<Check> checks() {
        return List.of(
                Check.of(BATTERY, () -> List.of(battery(control.vehicle().getOrDefault(BATTERY, "unknown")))),
                Check.awake("sleep", () -> reports(control.status(), clock.instant())));
    }

    /** @param state condition of the vehicle's battery, such as {@code charging_slow} */
    static CheckReport battery(String state) {
        String text = state.equals("unknown") ? "not known" : state.replace('_', ' ');
        return switch (state) {
            case "critical_level" -> CheckReport.bad(BATTERY, text, "Drive the vehicle, or charge its battery.");
            case "overcharging" -> CheckReport.look(BATTERY, text, "Have the charging regulator checked.");
            default -> CheckReport.ok(BATTERY, text);
        };
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
        String use = "It ends with the use of the vehicle; [power] in_use names the conditions.";
        reports.add(
                status.inUse()
                        ? CheckReport.look("condition", status.use(), use)
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
        if (status.inUse() || status.timer() != null) {
            return status.inUse()
                    ? ""
                    : status.bypass() ? "Set bypass = false in [power]." : "It sleeps when that has ended.";
        }
        return "outrider power.sleep_timer add=now period=60 begins one; [power] has the periods.";
    }
}
