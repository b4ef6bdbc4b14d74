package io.outrider.bench.soak;

import io.outrider.bench.daemon.ResourceCloser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Fixture of a fault scenario: a unit with its ledger and broker. One thread. */
final class Fixture implements AutoCloseable {
    private final String unit;
    private final Path folder;
    private final Count count;
    private final Ledger ledger;
    private final BrokerReceiver receiver;
    private final SoakUnit unitUnderTest;
    private final ResourceCloser closer = new ResourceCloser();
    private final List<Supplier<List<String>>> checks = new ArrayList<>();

    Fixture(String unit, Path folder, BatchReader reader, Count count) {
        this.unit = unit;
        this.folder = folder;
        this.count = count;
        ledger = new Ledger(unit, false);
        receiver = closer.add(new BrokerReceiver(unit, folder, ledger, reader));
        try {
            unitUnderTest = new SoakUnit(unit, folder, ledger, receiver);
        } catch (RuntimeException | Error e) {
            receiver.close(); // the caller gets no fixture to close
            throw e;
        }
    }

    /** Folder of the unit, with its data in {@code data}. */
    Path home() {
        return folder.resolve(unit);
    }

    Ledger ledger() {
        return ledger;
    }

    BrokerReceiver receiver() {
        return receiver;
    }

    SoakUnit unitUnderTest() {
        return unitUnderTest;
    }

    /** Adds a resource to close after the unit, in reverse order. */
    void keep(AutoCloseable resource) {
        closer.add(resource);
    }

    /** Adds a check, run when all has arrived. */
    void addCheck(Supplier<List<String>> check) {
        checks.add(check);
    }

    /** Starts the unit and its producers. */
    void begin() {
        unitUnderTest.start();
        unitUnderTest.produce();
    }

    void did(String resource) {
        unitUnderTest.did(resource);
        count.did(resource);
    }

    /** Counts several actions that have no wanted number. */
    void did(String resource, int times) {
        unitUnderTest.did(resource, times);
    }

    ScenarioOutcome outcome() throws InterruptedException {
        ScenarioOutcome outcome = unitUnderTest.outcome();
        return outcome.and(checks.stream().flatMap(each -> each.get().stream()).toList());
    }

    @Override
    public void close() throws Exception {
        closer.add(unitUnderTest); // first: a folder in use cannot be removed
        closer.close();
    }
}
