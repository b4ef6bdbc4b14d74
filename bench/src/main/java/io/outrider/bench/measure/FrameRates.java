package io.outrider.bench.measure;

import io.outrider.api.Ticker;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.SocketCanBus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How many frames a second are received, filtered by the kernel and counted while {@code cangen} sends as fast as it
 * can, beside {@code candump} doing the same.
 */
final class FrameRates {
    private static final CanId WANTED = CanId.base(0x123);
    private static final CanId LAST = CanId.base(0x124);
    private static final int SENT = 30_000;
    private static final int ROUNDS = 5;

    /** As large as the port's own. */
    private static final int BUFFER = 4 << 20;

    private final String bus;
    private long unreported;
    private long dropped;

    FrameRates(String bus) {
        this.bus = bus;
    }

    Figure measure() throws Exception {
        ours();
        candump();
        unreported = 0;
        dropped = 0;
        double[] medians = Rounds.mediansOfTurns(ROUNDS, this::ours, this::candump);
        double ratio = medians[0] / medians[1];
        return new Figure(
                "frames received, filtered, counted (" + dropped + " dropped, " + unreported + " unreported)",
                String.format("%.0f/s", medians[0]),
                String.format("candump %.0f/s", medians[1]),
                ratio,
                "at least 0.7 of it, no drop unreported",
                ratio >= 0.7 && unreported == 0);
    }

    /** Frames of this id per second; a last one of another id tells the end, and brings the kernel's drop counter. */
    private double ours() throws Exception {
        try (CanBus can = new SocketCanBus(bus, Ticker.system());
                CanPort port = can.open(List.of(CanFilter.exact(WANTED), CanFilter.exact(LAST)))) {
            Process sender = generate();
            Thread last = new Thread(() -> sendLast(sender));
            last.start();
            long received = 0;
            long first = 0;
            long latest = 0;
            for (var frame = port.receive(TimeUnit.SECONDS.toNanos(30)); !frame.hasId(LAST); ) {
                latest = System.nanoTime();
                first = received++ == 0 ? latest : first;
                frame = port.receive(TimeUnit.SECONDS.toNanos(30));
            }
            last.join();
            long lost = can.state().dropped();
            dropped += lost;
            unreported += SENT - received - lost;
            return (received - 1) * 1e9 / (latest - first);
        }
    }

    private void sendLast(Process sender) {
        try {
            sender.waitFor();
            run("cansend", bus, "124#00").waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private double candump() throws Exception {
        Process dump = run(
                "candump", "-s", "2", "-r", Integer.toString(BUFFER), "-n", Integer.toString(SENT), bus + ",123:7FF");
        awaitListener();
        long begun = System.nanoTime();
        Process sender = generate();
        if (!dump.waitFor(60, TimeUnit.SECONDS)) {
            dump.destroy();
            throw new IllegalStateException("candump itself lost frames: give it a larger buffer");
        }
        long taken = System.nanoTime() - begun;
        sender.waitFor();
        return SENT * 1e9 / taken;
    }

    /** The kernel lists who listens to what. */
    private static void awaitListener() throws IOException, InterruptedException {
        long begun = System.nanoTime();
        while (!Files.readString(Path.of("/proc/net/can/rcvlist_fil")).contains("123")) {
            if (System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(30)) {
                throw new IllegalStateException("candump does not listen");
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private Process generate() throws IOException {
        return run("cangen", bus, "-g", "0", "-n", Integer.toString(SENT), "-I", "123", "-L", "8", "-i");
    }

    private static Process run(String... command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
