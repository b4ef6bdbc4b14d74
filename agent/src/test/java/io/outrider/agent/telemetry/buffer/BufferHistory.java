package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.SlotFile;
import io.outrider.agent.telemetry.buffer.Backlog.Order;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Random history of a buffer, compared with a simple model. */
final class BufferHistory {
    private static final BufferLimits TIGHT = new BufferLimits(6_000, Duration.ofDays(30), 700, 700, 2, 900);
    private static final BufferLimits WIDE = new BufferLimits(1 << 20, Duration.ofDays(30), 700, 700, 2, 1 << 20);

    private static final CompletableFuture<Boolean> UNANSWERED = new CompletableFuture<>(); // accept did not return

    final Random random;
    final SimulatedDisk disk;
    private final boolean cutsPower;
    private final boolean isTight;
    private final boolean hasErrors;
    private final boolean damagesFiles; // the disk loses forced bytes, once
    private final FixedTime time = new FixedTime();
    private Buffer buffer;
    private int boot;
    private int nextId;

    private final Set<Integer> produced = new HashSet<>();
    private final Set<Integer> mayBeLost = new HashSet<>(); // may be lost without a report
    private final Set<Integer> inMemory = new HashSet<>(); // perhaps in memory only when the process was killed
    private final Set<Integer> delivered = new HashSet<>();
    private final Set<Integer> mayRepeat = new HashSet<>(); // may be delivered twice
    private final Map<String, Integer> ids = new HashMap<>(); // by identity
    private final Map<String, Long> reported = new HashMap<>(); // losses, by identity
    private final Map<Integer, CompletableFuture<Boolean>> futures = new HashMap<>();
    private final List<Batch> inFlight = new ArrayList<>();
    private final Set<String> inFlightIds = new HashSet<>(); // identities
    private long external;
    private boolean externalMayBeLost;
    private boolean hasUnwrittenReport;
    private boolean hasUncountedReport;
    private boolean isDamaged;
    private boolean hasCrashed;
    private boolean diedDelivering;

    BufferHistory(long seed) {
        random = new Random(seed);
        disk = new SimulatedDisk(random);
        cutsPower = random.nextBoolean();
        damagesFiles = !cutsPower && random.nextInt(2) == 0; // what a power cut leaves is not always known
        isTight = !damagesFiles && random.nextBoolean();
        hasErrors = !damagesFiles && random.nextInt(3) == 0;
    }

    void run() {
        reopen();
        for (int steps = 5 + random.nextInt(40); steps > 0; steps--) {
            try {
                step();
            } catch (SimulatedDisk.Death e) {
                crash();
            }
        }
        end();
    }

    private void reopen() {
        if (damagesFiles && !isDamaged && random.nextInt(3) == 0) {
            List<String> logs = List.of("fresh", "fresh", "high", "normal", "low");
            isDamaged = disk.damage(Path.of("/buffer", logs.get(random.nextInt(logs.size()))));
            externalMayBeLost = true; // its loss record may be among the damaged bytes
            mayRepeat.addAll(delivered);
        }
        while (true) {
            try {
                buffer = new Buffer(
                        Path.of("/buffer"),
                        isTight ? TIGHT : WIDE,
                        1_000,
                        new DeflatedRows(),
                        "boot" + boot,
                        random,
                        time,
                        disk);
                return;
            } catch (SimulatedDisk.Death e) {
                crashDisk();
            }
        }
    }

    private void step() {
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 5 -> accept();
            case 6, 7 -> buffer.maintain();
            case 8 -> buffer.flush();
            case 9, 10, 11 -> take();
            case 12, 13, 14 -> settleBatch();
            case 15 -> disk.dieAfter(1 + random.nextInt(30));
            case 16 -> restart();
            case 17 -> {
                external += 3;
                buffer.lost("external", 3);
            }
            case 18 -> {
                if (hasErrors) {
                    disk.fails = random.nextInt(3) == 0;
                    disk.capacity = random.nextInt(3) == 0 ? disk.used() + 200 : Long.MAX_VALUE;
                }
            }
            default -> crash();
        }
    }

    private void restart() {
        buffer.close();
        removeKept();
        if (buffer.health().problems().isEmpty() && disk.refusals == 0) {
            assertThat(unforcedIds()).as("unforced after closing").isEmpty();
        } else {
            if (disk.failures > 0) { // a full disk still takes the loss note
                mayBeLost.addAll(unforcedIds());
                externalMayBeLost = true;
            }
            mayRepeat.addAll(delivered);
        }
        futures.clear();
        inFlight.clear();
        inFlightIds.clear();
        reopen();
    }

    private void accept() {
        List<TelemetryRecord> records = new ArrayList<>();
        List<Integer> newIds = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            int id = nextId++;
            newIds.add(id);
            Priority priority = Priority.values()[random.nextInt(3)];
            records.add(new TelemetryRecord(
                    "t", time.now(), Map.of("value", id, "x", "y".repeat(random.nextInt(40))), priority));
        }
        produced.addAll(newIds);
        newIds.forEach(id -> futures.put(id, UNANSWERED));
        CompletableFuture<Boolean> stored = buffer.accept(records);
        newIds.forEach(id -> futures.put(id, stored));
    }

    private void take() {
        Batch batch = buffer.take(random.nextBoolean() ? Order.OLDEST : Order.NEWEST, 1 + random.nextInt(12));
        if (batch != null) {
            check(batch);
            inFlight.add(batch);
        }
    }

    private void check(Batch batch) {
        long last = 0;
        for (SequencedRecord each : batch.records()) {
            require(each.sequence() > last, "order", batch);
            last = each.sequence();
            String identity = identity(batch, each);
            require(inFlightIds.add(identity), "given twice", batch);
            if (each.record().type().equals("t")) {
                int id = (Integer) each.record().fields().get("value");
                require(produced.contains(id), "invented", id);
                Integer existing = ids.putIfAbsent(identity, id);
                require(existing == null || existing == id, "identity", identity);
                require(mayRepeat.contains(id) || !delivered.contains(id), "again", id);
            }
        }
    }

    private static void require(boolean holds, String what, Object of) {
        if (!holds) { // faster than an assertion object for each record
            throw new AssertionError(what + ": " + of);
        }
    }

    private static String identity(Batch batch, SequencedRecord record) {
        return batch.runId() + "/" + record.sequence();
    }

    private void settleBatch() {
        if (inFlight.isEmpty()) {
            return;
        }
        Batch batch = inFlight.remove(random.nextInt(inFlight.size()));
        int size = batch.records().size();
        if (size > 1 && random.nextInt(3) == 0) {
            int half = size / 2;
            inFlight.add(batch.part(half, size));
            batch = batch.part(0, half);
        }
        release(batch);
        switch (random.nextInt(6)) {
            case 0, 1 -> buffer.returned(batch);
            case 2 -> {
                if (batch.records().stream()
                        .allMatch(each -> !damagesFiles && each.record().type().equals("t"))) {
                    buffer.discarded(batch, "poison");
                } else {
                    deliver(batch);
                }
            }
            default -> deliver(batch);
        }
    }

    private void release(Batch batch) {
        batch.records().forEach(each -> inFlightIds.remove(identity(batch, each)));
    }

    private void deliver(Batch batch) {
        for (SequencedRecord each : batch.records()) {
            if (each.record().type().equals("t")) {
                delivered.add((Integer) each.record().fields().get("value"));
            } else if (each.record().fields().get("reason").equals(LossReport.UNWRITTEN)) {
                hasUnwrittenReport = true;
            } else if (each.record().fields().get("reason").equals("damaged")
                    && !each.record().fields().containsKey("count")) {
                hasUncountedReport = true;
            } else if (each.record().fields().get("count") instanceof Number count) {
                reported.put(identity(batch, each) + each.record().fields().get("reason"), count.longValue());
            }
        }
        try {
            buffer.delivered(batch);
        } catch (SimulatedDisk.Death e) {
            diedDelivering = true; // delivered records may be discarded later, and counted
            batch.records().stream()
                    .filter(each -> each.record().type().equals("t"))
                    .forEach(each ->
                            mayRepeat.add((Integer) each.record().fields().get("value")));
            throw e;
        }
    }

    private void removeKept() {
        futures.values().removeIf(each -> each.isDone() && each.join());
    }

    private Set<Integer> unforcedIds() {
        return futures.keySet();
    }

    private void crash() {
        removeKept();
        boolean wasRefusing = disk.refusals > 0;
        crashDisk();
        futures.forEach((id, future) -> {
            if (cutsPower || damagesFiles || wasRefusing || future == UNANSWERED) {
                mayBeLost.add(id);
            }
            if (!cutsPower && disk.failures == 0 && future != UNANSWERED && future.isDone()) {
                inMemory.add(id);
            }
        });
        if (wasRefusing) {
            mayRepeat.addAll(delivered);
        }
        futures.clear();
        inFlight.clear();
        inFlightIds.clear();
        externalMayBeLost = true;
        reopen();
    }

    private void crashDisk() {
        hasCrashed = true;
        if (cutsPower) {
            disk.cutPower();
            boot++;
            mayRepeat.addAll(delivered);
        } else {
            disk.kill();
        }
    }

    private void end() {
        disk.fails = false;
        disk.capacity = Long.MAX_VALUE;
        disk.dieAfter(Integer.MAX_VALUE);
        inFlight.forEach(buffer::returned);
        inFlight.clear();
        inFlightIds.clear();
        if (random.nextBoolean()) {
            buffer.maintain();
            restart();
        }
        buffer.maintain();
        Map<String, Long> last = new HashMap<>();
        for (int i = 0; i < 3; i++) {
            for (Batch batch = buffer.take(Order.OLDEST, 20); batch != null; batch = buffer.take(Order.OLDEST, 20)) {
                check(batch);
                for (SequencedRecord each : batch.records()) {
                    String log = batch.runId() + each.record().priority();
                    Long before = last.put(log, each.sequence());
                    assertThat(before == null || before < each.sequence())
                            .as("order of all")
                            .isTrue();
                }
                release(batch);
                deliver(batch);
            }
            buffer.maintain();
        }
        assertThat(buffer.pending().records()).isZero();
        buffer.close();
        assertThat(disk.used()).as("left on the disk").isLessThan(ReserveFile.BYTES + SlotFile.BYTES + 200L);
        verify();
    }

    private void verify() {
        Set<Integer> missing = new HashSet<>(produced);
        missing.removeAll(delivered);
        long lostRecords = 0;
        long lostExternal = 0;
        for (Map.Entry<String, Long> each : reported.entrySet()) {
            if (each.getKey().endsWith("external")) {
                lostExternal += each.getValue();
            } else {
                lostRecords += each.getValue();
            }
        }
        boolean isExact = !cutsPower && disk.refusals == 0 && !diedDelivering;
        Set<Integer> counted = new HashSet<>(missing);
        counted.removeAll(mayBeLost);
        assertThat(hasUncountedReport ? Long.MAX_VALUE : lostRecords)
                .as("told, of %s missing, %s unsure", missing, mayBeLost)
                .isGreaterThanOrEqualTo(counted.size());
        if (isExact && !isDamaged) {
            assertThat(lostRecords).as("told, not more than is missing").isLessThanOrEqualTo(missing.size());
        }
        missing.retainAll(inMemory);
        assertThat(missing.isEmpty() || hasUnwrittenReport || lostRecords >= missing.size())
                .as("%s were in memory only", missing)
                .isTrue();
        if (!externalMayBeLost) {
            assertThat(lostExternal).as("told of others").isEqualTo(external);
        } else if (isExact) {
            assertThat(lostExternal).as("told of others").isLessThanOrEqualTo(external);
        }
        if (!isTight && !isDamaged && disk.refusals == 0 && !hasCrashed) {
            assertThat(reported.keySet()).allMatch(each -> each.endsWith("external") || each.endsWith("poison"));
        }
    }
}
