package io.outrider.bench.measure;

import io.outrider.bench.paho.Echo;
import io.outrider.testkit.Mosquitto;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * How long {@code test.ping} takes over the broker, one by one and all at once, beside a bare Paho echo on the same
 * broker; their turns alternate, so that both see the same weather.
 */
final class PingAnswers {
    private static final int BLOCK = 100;
    private static final int WARM_UP_BLOCKS = 10;
    private static final int BLOCKS = 15;
    private static final int AT_ONCE = 1_000;
    private static final int BURSTS = 3;
    private static final double MOST_MORE_MILLIS = 2;

    /** As long as an entry of the daemon's journal, roughly. */
    private static final int ENTRY = 300;

    private final Mosquitto broker;
    private final String unit;
    private final Path folder;

    /** @param folder on the disk on which the daemon has its journal */
    PingAnswers(Mosquitto broker, String unit, Path folder) {
        this.broker = broker;
        this.unit = unit;
        this.folder = folder;
    }

    List<Figure> measure() throws Exception {
        List<Figure> figures = new ArrayList<>();
        try (JavaProgram echo = new JavaProgram(
                        folder.resolve("echo.log"),
                        Echo.class,
                        Integer.toString(broker.openPort()),
                        "bench/a",
                        "bench/b");
                CommandExchange ours = CommandExchange.withUnit(broker.openPort(), "20260101", unit);
                CommandExchange bare = new CommandExchange(broker.openPort(), "20260102", "bench/a", "bench/b")) {
            figures.addAll(oneByOne(ours, bare));
            figures.add(atOnce(ours, bare));
        }
        return figures;
    }

    private List<Figure> oneByOne(CommandExchange ours, CommandExchange bare) throws Exception {
        long[] pings = new long[BLOCKS * BLOCK];
        long[] echoes = new long[BLOCKS * BLOCK];
        long[] syncs = new long[BLOCKS * BLOCK];
        for (int i = -WARM_UP_BLOCKS; i < BLOCKS; i++) {
            int at = Math.max(i, 0) * BLOCK;
            System.arraycopy(ours.oneByOne(BLOCK), 0, pings, at, BLOCK);
            System.arraycopy(bare.oneByOne(BLOCK), 0, echoes, at, BLOCK);
            System.arraycopy(syncedAppends(), 0, syncs, at, BLOCK);
        }
        Durations disk = new Durations(syncs);
        return List.of(
                figure("median", 0.5, new Durations(pings), new Durations(echoes), disk),
                figure("p99", 0.99, new Durations(pings), new Durations(echoes), disk));
    }

    private static Figure figure(String name, double part, Durations pings, Durations echoes, Durations disk) {
        double more = pings.millis(part) - echoes.millis(part);
        return new Figure(
                "round trip of test.ping over the broker, " + name + " of " + pings.count(),
                Durations.text(pings.millis(part)),
                "bare Paho echo " + Durations.text(echoes.millis(part))
                        + "; one synced append, of which a job waits for" + " three, "
                        + Durations.text(disk.millis(part)),
                pings.millis(part) / echoes.millis(part),
                "at most 2 ms more (" + Durations.text(more) + ")",
                more <= MOST_MORE_MILLIS);
    }

    /** What the disk alone takes for the like of what the journal does. */
    private long[] syncedAppends() throws IOException {
        long[] nanos = new long[BLOCK];
        Path file = folder.resolve("appends");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            for (int i = 0; i < BLOCK; i++) {
                long begun = System.nanoTime();
                channel.write(ByteBuffer.allocate(ENTRY));
                channel.force(false);
                nanos[i] = System.nanoTime() - begun;
            }
        }
        Files.delete(file);
        return nanos;
    }

    private Figure atOnce(CommandExchange ours, CommandExchange bare) throws Exception {
        List<ReturnTally> tallies = new ArrayList<>();
        List<ReturnTally> echoed = new ArrayList<>();
        double[] millis =
                Rounds.mediansOfTurns(BURSTS, () -> ours.atOnce(AT_ONCE, tallies), () -> bare.atOnce(AT_ONCE, echoed));
        boolean exact = tallies.stream().allMatch(ReturnTally::isExact);
        String worst = tallies.stream()
                .filter(each -> !each.isExact())
                .findFirst()
                .orElse(tallies.get(0))
                .text();
        if (!echoed.stream().allMatch(ReturnTally::isExact)) {
            throw new IllegalStateException(
                    "the yardstick lost some: " + echoed.get(0).text());
        }
        return new Figure(
                "1000 test.ping sent at once, until all are answered, " + BURSTS + " times",
                String.format("%.0f ms; of %s", millis[0], worst),
                String.format("bare Paho echo %.0f ms", millis[1]),
                millis[0] / millis[1],
                "exactly one return each, none rejected",
                exact);
    }
}
