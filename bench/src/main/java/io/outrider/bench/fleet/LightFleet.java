package io.outrider.bench.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.bench.fleet.FleetEnrolment.Login;
import io.outrider.bench.measure.DriveRecords;
import io.outrider.testkit.Await;
import io.outrider.wire.SequencedRecord;
import io.reactivex.schedulers.Schedulers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Units that upload every minute, each at a second of its own, and answer commands at once. Any thread. */
final class LightFleet implements WireUnit.Listener, AutoCloseable {
    private static final int SLOTS = 600;
    private static final int CONNECT_AT_ONCE = 100;
    private static final int RETRY_SECONDS = 1;

    private final List<WireUnit> units = new ArrayList<>();
    private final long[] sequences;
    private final boolean[] drives;
    private final DriveRecords drive = new DriveRecords();
    private final ExecutorService network = Executors.newCachedThreadPool();
    private final ExecutorService work = Executors.newFixedThreadPool(2);
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    private final Set<String> online = ConcurrentHashMap.newKeySet();
    private final Latencies acknowledgements = new Latencies();
    private final AtomicLong uploadedBatches = new AtomicLong();
    private final AtomicLong acknowledgedBatches = new AtomicLong();
    private final AtomicLong acknowledgedRecords = new AtomicLong();
    private final AtomicLong sentAgain = new AtomicLong();
    private volatile boolean uploading;
    private FleetMinute minute;
    private int slot;

    /** @param driving percent of the units */
    LightFleet(List<Login> logins, int port, int driving) {
        WireUnit.Threads shared = new WireUnit.Threads(network, 1, Schedulers.from(work));
        sequences = new long[logins.size()];
        drives = new boolean[logins.size()];
        for (int i = 0; i < logins.size(); i++) {
            Login each = logins.get(i);
            drives[i] = i % 100 < driving;
            units.add(new WireUnit(
                    each.unitId(), each.password(), () -> port, "%016x".formatted(0xa0000 + i), shared, this));
        }
        timer.scheduleAtFixedRate(this::uploadSlot, 0, 60_000 / SLOTS, TimeUnit.MILLISECONDS);
    }

    /** Connects all, some at once, and waits for it. */
    void connect(Duration longest) throws InterruptedException {
        Semaphore atOnce = new Semaphore(CONNECT_AT_ONCE);
        List<CompletableFuture<?>> connections = new ArrayList<>();
        for (WireUnit each : units) {
            atOnce.acquire();
            connections.add(each.connect().whenComplete((done, failure) -> atOnce.release()));
        }
        CompletableFuture.allOf(connections.toArray(CompletableFuture[]::new)).join();
        awaitOnline(longest);
    }

    void awaitOnline(Duration longest) {
        Await.until("all units are online", longest, () -> {
            if (online.size() < units.size()) {
                throw new IllegalStateException(online.size() + " are");
            }
            return true;
        });
    }

    /** Forgets who is online, as the broker has gone. */
    void lost() {
        online.clear();
    }

    int online() {
        return online.size();
    }

    void upload(boolean on) {
        uploading = on;
    }

    /** Uploads of the units whose tenth of a second of the minute it is. */
    private void uploadSlot() {
        if (minute == null || slot % 10 == 0) {
            minute = FleetMinute.before(Instant.now(), drive);
        }
        if (uploading) {
            for (int i = slot; i < units.size(); i += SLOTS) {
                List<SequencedRecord> records = minute.records(drives[i], sequences[i]);
                sequences[i] += records.size();
                uploadedBatches.incrementAndGet();
                upload(units.get(i), records);
            }
        }
        slot = (slot + 1) % SLOTS;
    }

    private void upload(WireUnit unit, List<SequencedRecord> records) {
        long begin = System.nanoTime();
        unit.upload(records).whenComplete((done, failure) -> {
            if (failure == null) {
                acknowledgements.add(System.nanoTime() - begin);
                acknowledgedBatches.incrementAndGet();
                acknowledgedRecords.addAndGet(records.size());
            } else { // the session is lost; a unit sends what is not acknowledged again
                sentAgain.incrementAndGet();
                timer.schedule(() -> upload(unit, records), RETRY_SECONDS, TimeUnit.SECONDS);
            }
        });
    }

    /** Ends uploads, and waits until all are acknowledged. */
    void drain(Duration longest) {
        uploading = false;
        Await.until("every batch is acknowledged", longest, () -> acknowledgedBatches.get() == uploadedBatches.get());
    }

    Latencies acknowledgements() {
        return acknowledgements;
    }

    long acknowledgedBatches() {
        return acknowledgedBatches.get();
    }

    long acknowledgedRecords() {
        return acknowledgedRecords.get();
    }

    long sentAgain() {
        return sentAgain.get();
    }

    @Override
    public void command(WireUnit unit, JsonNode command) {
        unit.acknowledge(command);
        unit.reply(command);
    }

    @Override
    public void desired(WireUnit unit, JsonNode document) {}

    @Override
    public void online(WireUnit unit) {
        online.add(unit.unitId());
    }

    @Override
    public void close() {
        timer.shutdownNow();
        network.shutdownNow();
        work.shutdownNow();
    }
}
