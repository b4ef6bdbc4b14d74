package io.outrider.bench.soak;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Unit under test: the installed daemon with producers. One thread. */
final class SoakUnit implements AutoCloseable {
    private static final int PRODUCERS = 4;

    /** Records per request; large, so that rare errors occur within a minute despite restarts. */
    private static final int BATCH = 200;

    /** Time within which a record is accepted after the last fault, where a busy machine took until then to start the daemon. */
    private static final Duration FIRST_RECORD = TimeoutFactor.scaled(Duration.ofMinutes(1));

    private final Ledger ledger;
    private final DaemonProcess daemon;
    private String uploadSettings;
    private final SettleCheck settleCheck;
    private final List<Producer> producers = new ArrayList<>();
    private final Map<String, Integer> deeds = new TreeMap<>();

    SoakUnit(String unit, Path folder, Ledger ledger, RecordReceiver receiver) {
        this.ledger = ledger;
        settleCheck = new SettleCheck(ledger);
        daemon = new UnitBuilder(folder.resolve(unit), unit).localApi().build();
        uploadSettings(receiver.settings());
    }

    /** Adds settings, from the next start on. */
    void settings(String more) {
        daemon.settings(uploadSettings + more);
    }

    /** Sets the upload settings, from the next start on. */
    void uploadSettings(String settings) {
        uploadSettings = settings;
        settings("");
    }

    DaemonProcess daemon() {
        return daemon;
    }

    /** Starts the daemon and waits until its local API accepts connections. */
    void start() {
        requireStopped();
        daemon.startAccepting();
    }

    /** Starts the daemon without waiting. */
    void startOnly() {
        requireStopped();
        daemon.start();
    }

    private void requireStopped() {
        if (daemon.alive()) { // otherwise the old process would stay unnoticed
            throw new IllegalStateException("the daemon runs already, see " + daemon.log());
        }
    }

    /** Starts the producers. */
    void produce() {
        for (int producer = 0; producer < PRODUCERS; producer++) {
            producers.add(new Producer(daemon.apiPort(), producer, BATCH, ledger));
        }
    }

    void did(String what) {
        did(what, 1);
    }

    void did(String what, int times) {
        deeds.merge(what, times, Integer::sum);
    }

    /** Stops the producers when a record was accepted, and waits until all have arrived or the timeout has passed. */
    ScenarioOutcome outcome() throws InterruptedException {
        long end = System.nanoTime() + FIRST_RECORD.toNanos();
        while (ledger.sums().produced() == 0 && System.nanoTime() < end) {
            Thread.sleep(100); // polled, as nothing tells of it
        }
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
