package io.outrider.power;

import io.outrider.api.Inhibitors;
import io.outrider.api.Inhibitors.Inhibition;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Status of sleep at one time.
 *
 * @param goal end of a sleep timer: "asleep", or "idle" on a unit without a command
 * @param sleeping words on the sequence under way, or null
 * @param idle words on why the unit is idle, or null
 * @param timer the next sleep timer, or null; with the time until it is due, and words on its cause
 */
record PowerStatus(
        boolean inUse,
        String use,
        String goal,
        boolean bypass,
        String sleeping,
        String idle,
        SleepTimer timer,
        long dueNanos,
        String cause,
        List<Inhibition> inhibitions) {
    String summary() {
        if (idle != null) {
            return "idle " + idle + (sleeping == null ? "" : "; " + sleeping);
        }
        if (sleeping != null) {
            return sleeping;
        }
        if (inUse) {
            return "awake: " + use;
        }
        if (timer == null) {
            return "awake: no sleep timer runs; " + use;
        }
        if (bypass) {
            return "awake: [power] bypass is true; " + cause;
        }
        String timed = goal + " in " + span(dueNanos) + ": " + cause;
        return last(inhibitions)
                .map(held -> "awake: " + heldBy(held) + (held.remaining().toNanos() < dueNanos ? "; " + timed : ""))
                .orElse(timed);
    }

    /** Inhibitions of sleep, but for those of the calls that ask for the status, and of others of this module. */
    static List<Inhibition> holding(Inhibitors inhibitors) {
        return inhibitors.active(Inhibitors.Activity.SLEEP).stream()
                .filter(each -> !each.reason().matches("job (power|doctor)\\..*"))
                .toList();
    }

    /** The inhibition that lasts longest. */
    static Optional<Inhibition> last(List<Inhibition> inhibitions) {
        return inhibitions.stream().max(Comparator.comparing(Inhibition::remaining));
    }

    String state() {
        return idle != null ? "idle" : sleeping != null ? "going_to_sleep" : inUse ? "in_use" : "awake";
    }

    static String heldBy(Inhibition held) {
        return "held by " + held.reason() + ", " + span(held.remaining().toNanos()) + " left";
    }

    Map<String, Object> members() {
        Map<String, Object> all = Members.of("summary", summary(), "state", state(), "in_use", inUse, "use", use);
        all.put("next_timer", timer == null ? null : timer.data());
        all.put("next_timer_s", timer == null ? null : Math.max(0, dueNanos / 1_000_000_000));
        all.put("inhibitors", inhibitions.stream().map(PowerStatus::members).toList());
        return all;
    }

    private static Map<String, Object> members(Inhibition held) {
        long seconds = held.remaining().toSeconds();
        return Members.of("owner", held.owner(), "reason", held.reason(), "seconds", seconds);
    }

    /** Length of time as minutes or hours, such as 3:10 or 1:03:10. */
    static String span(long nanos) {
        long seconds = Math.max(0, (nanos + 999_999_999) / 1_000_000_000);
        long minutes = seconds / 60;
        return minutes < 60
                ? String.format("%d:%02d", minutes, seconds % 60)
                : String.format("%d:%02d:%02d", minutes / 60, minutes % 60, seconds % 60);
    }
}
