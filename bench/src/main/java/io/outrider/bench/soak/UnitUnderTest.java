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

/** Unit under test: the installed daemon with producers. One thread. */
final class UnitUnderTest implements AutoCloseable {
    private static final int PRODUCERS = 4;

    /** Records per request; large, so that rare errors occur within a minute despite restarts. */
    private static final int BATCH = 200;

    private static final Duration START = Duration.ofSeconds(60);

    private final Ledger ledger;
    private final DaemonProcess daemon;
    private final String baseSettings;
    private String uploadSettings;
    private final int port = Mosquitto.freePort();
    private final SettleCheck settleCheck;
    private final List<Producer> producers = new ArrayList<>();
    private final Map<String, Integer> deeds = new TreeMap<>();

    UnitUnderTest(String unit, Path folder, Ledger ledger, RecordReceiver receiver) {
        this.ledger = ledger;
        settleCheck = new SettleCheck(ledger);
        baseSettings = settings(unit, port);
        uploadSettings = receiver.settings();
        daemon = new DaemonProcess(DaemonProcess.installed(), folder.resolve(unit), baseSettings + uploadSettings);
    }

    /** Adds settings, from the next start on. */
    void settings(String more) {
        daemon.settings(baseSettings + uploadSettings + more);
    }

    /** Sets the upload settings, from the next start on. */
    void uploadSettings(String settings) {
        uploadSettings = settings;
        settings("");
    }

    /** Common settings of all units under test. */
    static String settings(String unit, int port) {
        return "[unit]\nid = \"%s\"\n[local]\nport = %d\nopen = true\n".formatted(unit, port);
    }

    DaemonProcess daemon() {
        return daemon;
    }

    /** Starts the daemon and waits until its local API accepts connections. */
    void start() {
        startOnly();
        Await.until("the local API accepts, see " + daemon.log(), START, () -> accepts(port));
        if (!daemon.alive()) {
            throw new IllegalStateException("somebody else answers on port " + port + ", see " + daemon.log());
        }
    }

    /** Starts the daemon without waiting. */
    void startOnly() {
        if (daemon.alive()) { // otherwise the old process would stay unnoticed
            throw new IllegalStateException("the daemon runs already, see " + daemon.log());
        }
        daemon.start("");
    }

    static boolean accepts(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        }
    }

    /** Starts the producers. */
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

    /** Stops the producers and waits until all records have arrived or the timeout has passed. */
    ScenarioOutcome outcome() throws InterruptedException {
        producers.forEach(Producer::close);
        List<String> complaints = new ArrayList<>(settleCheck.complaints());
        if (ledger.sums().produced() == 0) {
            complaints.add("nothing was accepted at all; the producers' last trouble: "
                    + producers.stream().map(Producer::lastError).toList());
        }
        return new ScenarioOutcome(ledger.sums(), deeds, complaints);
    }

    @Override
    public void close() {
        producers.forEach(Producer::close);
        daemon.close();
    }
}
