package io.outrider.bench.measure;

import io.outrider.bench.daemon.CommandLedger;
import io.outrider.bench.paho.Echo;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measurement of {@code test.ping} over the broker, one by one and all at once, beside a bare Paho echo on the same broker.
 * The two alternate, so that both see the same load of the machine.
 */
final class PingLatency {
    private static final int BLOCK = 100;

    /** Before as many commands the compiler still works on methods that a command calls once, beside the measurement. */
    private static final int WARM_UP_BLOCKS = 40;

    private static final int BLOCKS = 15;
    private static final int AT_ONCE = 1_000;
    private static final int BURSTS = 3;
    private static final double MOST_MORE_MILLIS = 2;

    /** Approximate length of an entry of the daemon's journal, in bytes. */
    private static final int ENTRY_BYTES = 300;

    private final Mosquitto broker;
    private final String unit;
    private final Path folder;

    /** @param folder on the disk of the daemon's journal */
    PingLatency(Mosquitto broker, String unit, Path folder) {
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
                CommandExchange unitExchange = CommandExchange.withUnit(broker.openPort(), "20260101", unit);
                CommandExchange echoExchange =
                        new CommandExchange(broker.openPort(), "20260102", "bench/a", "bench/b")) {
            figures.addAll(oneByOne(unitExchange, echoExchange));
            figures.add(atOnce(unitExchange, echoExchange));
        }
        return figures;
    }

    private List<Figure> oneByOne(CommandExchange unitExchange, CommandExchange echoExchange) throws Exception {
        long[] pings = new long[BLOCKS * BLOCK];
        long[] echoes = new long[BLOCKS * BLOCK];
        long[] syncs = new long[BLOCKS * BLOCK];
        for (int i = -WARM_UP_BLOCKS; i < BLOCKS; i++) {
            int at = Math.max(i, 0) * BLOCK;
            System.arraycopy(unitExchange.oneByOne(BLOCK), 0, pings, at, BLOCK);
            System.arraycopy(echoExchange.oneByOne(BLOCK), 0, echoes, at, BLOCK);
            System.arraycopy(SyncedAppends.nanos(folder, BLOCK, ENTRY_BYTES), 0, syncs, at, BLOCK);
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
                        + "; one synced append, of which a job waits for two, "
                        + Durations.text(disk.millis(part)),
                pings.millis(part) / echoes.millis(part),
                "at most 2 ms more (" + Durations.text(more) + ")",
                more <= MOST_MORE_MILLIS);
    }

    private Figure atOnce(CommandExchange unitExchange, CommandExchange echoExchange) throws Exception {
        List<CommandLedger> ledgers = new ArrayList<>();
        List<CommandLedger> echoLedgers = new ArrayList<>();
        double[] millis = AlternatingRounds.medians(
                BURSTS, () -> unitExchange.atOnce(AT_ONCE, ledgers), () -> echoExchange.atOnce(AT_ONCE, echoLedgers));
        boolean exact = ledgers.stream().allMatch(CommandLedger::isExact);
        String worst = ledgers.stream()
                .filter(each -> !each.isExact())
                .findFirst()
                .orElse(ledgers.get(0))
                .text();
        if (!echoLedgers.stream().allMatch(CommandLedger::isExact)) {
            throw new IllegalStateException(
                    "the echo lost messages: " + echoLedgers.get(0).text());
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
