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
 * Measurement of frames received per second, filtered by the kernel and counted, while {@code cangen} sends at full speed;
 * beside {@code candump}.
 */
final class FrameThroughput {
    private static final CanId MEASURED = CanId.base(0x123);
    private static final CanId END_MARKER = CanId.base(0x124);
    private static final int SENT = 30_000;
    private static final int ROUNDS = 5;

    /** Size of the receive buffer, as large as that of a port. */
    private static final int BUFFER = 4 << 20;

    private final String bus;
    private long unreported;
    private long dropped;

    FrameThroughput(String bus) {
        this.bus = bus;
    }

    Figure measure() throws Exception {
        measurePort();
        measureCandump();
        unreported = 0;
        dropped = 0;
        double[] medians = AlternatingRounds.medians(ROUNDS, this::measurePort, this::measureCandump);
        double ratio = medians[0] / medians[1];
        return new Figure(
                "frames received, filtered, counted (" + dropped + " dropped, " + unreported + " unreported)",
                String.format("%.0f/s", medians[0]),
                String.format("candump %.0f/s", medians[1]),
                ratio,
                "at least 0.7 of it, no drop unreported",
                ratio >= 0.7 && unreported == 0);
    }

    /** Frames per second through a port; a frame of another id marks the end and carries the kernel's drop counter. */
    private double measurePort() throws Exception {
        try (CanBus can = new SocketCanBus(bus, Ticker.system());
                CanPort port = can.open(List.of(CanFilter.exact(MEASURED), CanFilter.exact(END_MARKER)))) {
            Process sender = generate();
            Thread marker = new Thread(() -> sendEndMarker(sender));
            marker.start();
            long received = 0;
            long first = 0;
            long latest = 0;
            for (var frame = port.receive(TimeUnit.SECONDS.toNanos(30)); !frame.hasId(END_MARKER); ) {
                latest = System.nanoTime();
                first = received++ == 0 ? latest : first;
                frame = port.receive(TimeUnit.SECONDS.toNanos(30));
            }
            marker.join();
            long lost = can.state().dropped();
            dropped += lost;
            unreported += SENT - received - lost;
            return (received - 1) * 1e9 / (latest - first);
        }
    }

    private void sendEndMarker(Process sender) {
        try {
            sender.waitFor();
            run("cansend", bus, "124#00").waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private double measureCandump() throws Exception {
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

    /** Waits for candump in the kernel's list of filters. */
    private static void awaitListener() throws IOException, InterruptedException {
        long begun = System.nanoTime();
        while (!Files.readString(Path.of("/proc/net/can/rcvlist_fil")).contains("123")) {
            if (System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(30)) {
                throw new IllegalStateException("candump has not opened its socket");
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
