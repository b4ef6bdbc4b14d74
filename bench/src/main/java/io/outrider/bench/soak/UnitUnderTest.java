package io.outrider.bench.soak;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The installed daemon as a unit, with producers on it, between the first record and the verdict. One thread. */
final class UnitUnderTest implements AutoCloseable {
    private static final int PRODUCERS = 4;

    /** Large, so that what goes wrong once in a thousand records does in a minute, however often the unit starts anew. */
    private static final int BATCH = 200;

    private static final Duration START = Duration.ofSeconds(60);

    private final Ledger ledger;
    private final DaemonProcess daemon;
    private final String usual;
    private String to;
    private final int port = Mosquitto.freePort();
    private final SettleCheck tribunal;
    private final List<Producer> producers = new ArrayList<>();
    private final Map<String, Integer> deeds = new TreeMap<>();

    UnitUnderTest(String unit, Path folder, Ledger ledger, RecordReceiver receiver) {
        this.ledger = ledger;
        tribunal = new SettleCheck(ledger);
        usual = settings(unit, port);
        to = receiver.settings();
        daemon = new DaemonProcess(DaemonProcess.installed(), folder.resolve(unit), usual + to);
    }

    /** From the next start on it has these settings besides those that bring its records to the receiver. */
    void settings(String more) {
        daemon.settings(usual + to + more);
    }

    /** Brings its records there from the next start on. */
    void to(String settings) {
        to = settings;
        settings("");
    }

    /** The part of a unit's settings that is the same in every trial. */
    static String settings(String unit, int port) {
        return "[unit]\nid = \"%s\"\n[local]\nport = %d\nopen = true\n".formatted(unit, port);
    }

    DaemonProcess daemon() {
        return daemon;
    }

    /** Starts the daemon; returns when its local API accepts. */
    void start() {
        startOnly();
        Await.until("the local API accepts, see " + daemon.log(), START, () -> accepts(port));
        if (!daemon.alive()) {
            throw new IllegalStateException("somebody else answers on port " + port + ", see " + daemon.log());
        }
    }

    /** Returns at once. */
    void startOnly() {
        if (daemon.alive()) { // or its process would never be killed again, and nobody would notice
            throw new IllegalStateException("the daemon runs already, see " + daemon.log());
        }
        daemon.start("");
    }

    static boolean accepts(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        }
    }

    /** From now on records are posted. */
    void produce() {
        for (int lane = 0; lane < PRODUCERS; lane++) {
            producers.add(new Producer(port, lane, BATCH, ledger));
        }
    }

    void did(String what) {
        did(what, 1);
    }

    void did(String what, int times) {
        deeds.merge(what, times, Integer::sum);
    }

    /** No more records are posted; waits until all are there, or it is clear that they will not come. */
    ScenarioOutcome judge() throws InterruptedException {
        producers.forEach(Producer::close);
        List<String> complaints = new ArrayList<>(tribunal.complaints());
        if (ledger.sums().produced() == 0) {
            complaints.add("nothing was accepted at all; the producers' last trouble: "
                    + producers.stream().map(Producer::lastTrouble).toList());
        }
        return new ScenarioOutcome(ledger.sums(), deeds, complaints);
    }

    @Override
    public void close() {
        producers.forEach(Producer::close);
        daemon.close();
    }
}
