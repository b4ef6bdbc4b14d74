package io.outrider.bench.soak;

import io.outrider.agent.runtime.clock.ClockSettings;
import io.outrider.agent.runtime.clock.ClockTrust;
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
 * The daemon's wall clock jumps by days, both ways, also while it is not running; its monotonic clock does not. At times
 * it trusts that clock, and at times its broker is out of reach, so that records of both kinds wait. By libfaketime
 * before its C library: this machine's clock is left alone.
 */
record ClockJumps() implements FaultInjection {
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"));

    private static final int MOST_DAYS = 40;

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
    public void disturb(Fixture scene, TimeBudget span) throws Exception {
        Path clock = scene.home().resolve("clock");
        Stamps stamps = new Stamps(Clock.systemUTC(), DAYS);
        scene.ledger().witness(stamps);
        scene.judge(stamps::complaints);
        set(clock, Duration.ZERO, stamps);
        DaemonProcess daemon = scene.trial().daemon();
        daemon.environment("LD_PRELOAD", library().orElseThrow().toString());
        daemon.environment("FAKETIME_TIMESTAMP_FILE", clock.toString());
        daemon.environment("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        daemon.environment("FAKETIME_NO_CACHE", "1");
        daemon.environment("FAKETIME_FORCE_MONOTONIC_FIX", "0"); // whether it matters is not established
        double restarts = start(scene, scene::begin, span, stamps);
        while (span.left()) {
            span.pass(200, 4_000);
            scene.receiver().network().mode(span.chance(0.3) ? LossProxy.Mode.STALL : LossProxy.Mode.PASS);
            boolean restart = span.chance(restarts);
            if (restart) {
                daemon.kill();
                stamps.ended();
                scene.did("kills");
            }
            long seconds = (span.one(2 * MOST_DAYS + 1) - MOST_DAYS) * 86_400L + span.one(86_400);
            set(clock, Duration.ofSeconds(seconds), stamps);
            scene.did("clock jumps");
            if (restart) {
                restarts = start(scene, scene.trial()::start, span, stamps);
            }
        }
        scene.receiver().network().mode(LossProxy.Mode.PASS);
        scene.receiver().network().cut(); // what was stalled for long is better begun anew
    }

    /** Trusting its clock or not; returns how probable an early end is: what trusts it looks at it once a minute only. */
    private static double start(Fixture scene, Runnable start, TimeBudget span, Stamps stamps) {
        ClockTrust trust = span.chance(0.5) ? ClockTrust.ALWAYS : ClockTrust.SYSTEM;
        ClockSettings settings = new ClockSettings(trust);
        scene.trial()
                .settings("[clock]\ntrust = \"%s\"\n".formatted(trust.name().toLowerCase(Locale.ROOT)));
        stamps.starts(Synchronisation.of(settings).state() == Synchronisation.State.YES);
        start.run();
        stamps.started();
        return span.chance(0.5) ? 0.2 : 0.02;
    }

    /** From the true time. */
    private static void set(Path clock, Duration offset, Stamps stamps) throws IOException {
        stamps.set(offset);
        Path next = clock.resolveSibling("clock.next");
        Files.writeString(next, "%+d".formatted(offset.toSeconds()));
        Files.move(next, clock, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
