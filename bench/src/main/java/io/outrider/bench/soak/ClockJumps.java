package io.outrider.bench.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * The daemon's wall clock jumps by days, both ways, also while it is not running; its monotonic clock does not. By
 * libfaketime before its C library: this machine's clock is left alone.
 */
record ClockJumps() implements Disturbance {
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"));

    private static final int MOST_DAYS = 40;

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
    public void disturb(Scene scene, Span span) throws Exception {
        Path clock = scene.home().resolve("clock");
        set(clock, 0);
        Trial trial = scene.trial();
        trial.settings("[buffer]\ndays = 3650\n");
        trial.daemon().environment("LD_PRELOAD", library().orElseThrow().toString());
        trial.daemon().environment("FAKETIME_TIMESTAMP_FILE", clock.toString());
        trial.daemon().environment("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        trial.daemon().environment("FAKETIME_NO_CACHE", "1");
        trial.daemon().environment("FAKETIME_FORCE_MONOTONIC_FIX", "0"); // whether it matters is not established
        scene.begin();
        while (span.left()) {
            span.pass(200, 4_000);
            boolean restart = span.chance(0.2);
            if (restart) {
                trial.daemon().kill();
                scene.did("kills");
            }
            set(clock, (span.one(2 * MOST_DAYS + 1) - MOST_DAYS) * 86_400L + span.one(86_400));
            scene.did("clock jumps");
            if (restart) {
                trial.start();
            }
        }
    }

    /** Seconds from the true time. */
    private static void set(Path clock, long offset) throws IOException {
        Path next = clock.resolveSibling("clock.next");
        Files.writeString(next, "%+d".formatted(offset));
        Files.move(next, clock, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
