package io.outrider.agent.builtin.doctor;

import io.outrider.agent.runtime.clock.Synchronisation;
import io.outrider.agent.runtime.clock.Synchronisation.SyncState;
import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.Health;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Supplier;

/** Check of the system's clock: plausible, and synchronised, or trusted by the daemon for another reason. */
final class ClockCheck {
    private static final String NAME = "clock";

    /** No unit of this version ran before, and certificates are hardly valid after. */
    private static final Instant EARLIEST = Instant.parse("2026-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

    private ClockCheck() {}

    /** @param daemon health of the daemon's clock; without facts where no daemon runs */
    static Check of(Clock system, Supplier<Synchronisation> synchronisation, Supplier<Health> daemon) {
        return Check.of(
                NAME,
                () -> List.of(judge(system.instant(), synchronisation.get().state(), daemon.get())));
    }

    static CheckReport judge(Instant now, SyncState state, Health daemon) {
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        if (now.isBefore(EARLIEST) || now.isAfter(LATEST)) {
            return CheckReport.bad(
                    NAME,
                    "says " + time + ", which cannot be",
                    "Let systemd-timesyncd or chrony set it (timedatectl set-ntp true), or set it with timedatectl set-time;"
                            + " a unit without a battery for its clock needs that after each boot.");
        }
        if (Boolean.TRUE.equals(daemon.facts().get("trusted"))) {
            return CheckReport.ok(NAME, time + ", trusted by " + daemon.facts().get("source"));
        }
        return switch (state) {
            case YES -> CheckReport.ok(NAME, time + ", synchronised");
            case NO ->
                CheckReport.look(
                        NAME,
                        time + ", not synchronised",
                        "timedatectl timesync-status shows why; a network or a position fix ends it.");
            case UNKNOWN ->
                CheckReport.look(
                        NAME,
                        time + ", and nothing tells whether it is right",
                        "Run systemd-timesyncd or chrony, or set trust = \"always\" in [clock] if it is.");
        };
    }
}
