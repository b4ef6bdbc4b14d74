package io.outrider.bench.soak;

import io.outrider.agent.runtime.clock.ClockSettings;
import io.outrider.agent.runtime.clock.Synchronisation;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.testkit.LossProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Fault injection: the daemon's wall clock jumps by days, both ways, also while it is down; its monotonic clock does not.
 * At times the unit trusts that clock, and at times its broker is unreachable, so that records of both kinds wait. Uses a
 * preloaded libfaketime, without changing this machine's clock.
 */
record ClockJumps() implements FaultInjection {
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"));

    private static final int MAX_DAYS = 40;

    /** The default of {@code [buffer] days}. */
    private static final Duration DAYS = Duration.ofDays(30);

    private static Optional<Path> library() {
        return LIBRARIES.stream().filter(Files::exists).findFirst();
    }

    @Override
    public String name() {
        return "clock-jumps";
    }

    @Override
    public String missing() {
        return library().isPresent() ? null : "libfaketime (Debian's package faketime)";
    }

    @Override
    public void disturb(Fixture fixture, TimeBudget budget) throws Exception {
        Path clock = fixture.home().resolve("clock");
        Stamps stamps = new Stamps(Clock.systemUTC(), DAYS);
        fixture.ledger().listener(stamps);
        fixture.addCheck(stamps::complaints);
        set(clock, Duration.ZERO, stamps);
        DaemonProcess daemon = fixture.unitUnderTest().daemon();
        daemon.environment("LD_PRELOAD", library().orElseThrow().toString());
        daemon.environment("FAKETIME_TIMESTAMP_FILE", clock.toString());
        daemon.environment("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        daemon.environment("FAKETIME_NO_CACHE", "1");
        daemon.environment("FAKETIME_FORCE_MONOTONIC_FIX", "0"); // effect not verified
        double restarts = start(fixture, fixture::begin, budget, stamps);
        while (budget.left()) {
            budget.pass(200, 4_000);
            fixture.receiver().network().mode(budget.chance(0.3) ? LossProxy.LossMode.STALL : LossProxy.LossMode.PASS);
            boolean restart = budget.chance(restarts);
            if (restart) {
                daemon.kill();
                stamps.ended();
                fixture.did("kills");
            }
            long seconds = (budget.one(2 * MAX_DAYS + 1) - MAX_DAYS) * 86_400L + budget.one(86_400);
            set(clock, Duration.ofSeconds(seconds), stamps);
            fixture.did("clock jumps");
            if (restart) {
                restarts = start(fixture, fixture.unitUnderTest()::start, budget, stamps);
            }
        }
        fixture.receiver().network().mode(LossProxy.LossMode.PASS);
        fixture.receiver().network().cut(); // resets connections that stalled for long
    }

    /** Starts with a trusted or untrusted clock; returns the probability of an early end, as a trusted clock is read once a minute. */
    private static double start(Fixture fixture, Runnable start, TimeBudget budget, Stamps stamps) {
        ClockSettings.Trust trust = budget.chance(0.5) ? ClockSettings.Trust.ALWAYS : ClockSettings.Trust.SYSTEM;
        ClockSettings settings = new ClockSettings(trust);
        fixture.unitUnderTest()
                .settings("[clock]\ntrust = \"%s\"\n".formatted(trust.name().toLowerCase(Locale.ROOT)));
        stamps.starts(Synchronisation.of(settings).state() == Synchronisation.SyncState.YES);
        start.run();
        stamps.started();
        return budget.chance(0.5) ? 0.2 : 0.02;
    }

    /** Sets the offset from the true time. */
    private static void set(Path clock, Duration offset, Stamps stamps) throws IOException {
        stamps.set(offset);
        Path next = clock.resolveSibling("clock.next");
        Files.writeString(next, "%+d".formatted(offset.toSeconds()));
        Files.move(next, clock, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
