package io.outrider.bench.soak;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A unit with its ledger and its broker, as long as it is disturbed. One thread. */
final class Fixture implements AutoCloseable {
    private final String unit;
    private final Path folder;
    private final Count count;
    private final Ledger ledger;
    private final BrokerReceiver receiver;
    private final UnitUnderTest trial;
    private final ResourceCloser closing = new ResourceCloser();
    private final List<Supplier<List<String>>> judges = new ArrayList<>();

    Fixture(String unit, Path folder, BatchReader reader, Count count) {
        this.unit = unit;
        this.folder = folder;
        this.count = count;
        ledger = new Ledger(unit, false);
        receiver = closing.add(new BrokerReceiver(unit, folder, ledger, reader));
        try {
            trial = new UnitUnderTest(unit, folder, ledger, receiver);
        } catch (RuntimeException | Error e) {
            receiver.close(); // nobody gets the scene to close it
            throw e;
        }
    }

    /** Of the unit: its data are in {@code data} of it. */
    Path home() {
        return folder.resolve(unit);
    }

    Ledger ledger() {
        return ledger;
    }

    BrokerReceiver receiver() {
        return receiver;
    }

    UnitUnderTest trial() {
        return trial;
    }

    /** To be closed when the unit is gone; the last first. */
    void keep(AutoCloseable what) {
        closing.add(what);
    }

    /** Complains too, when all has arrived. */
    void judge(Supplier<List<String>> judge) {
        judges.add(judge);
    }

    /** Starts the unit and what produces on it. */
    void begin() {
        trial.start();
        trial.produce();
    }

    void did(String what) {
        trial.did(what);
        count.did(what);
    }

    /** So many more; of what no number can be asked. */
    void did(String what, int times) {
        trial.did(what, times);
    }

    ScenarioOutcome judge() throws InterruptedException {
        ScenarioOutcome outcome = trial.judge();
        return outcome.and(judges.stream().flatMap(each -> each.get().stream()).toList());
    }

    @Override
    public void close() throws Exception {
        closing.add(trial); // first of all: a folder that is in use stays
        closing.close();
    }
}
