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

/** One random life of a buffer beside a simple model of it. */
final class BufferHistory {
    private static final BufferLimits TIGHT = new BufferLimits(6_000, Duration.ofDays(30), 700, 700, 2, 900);
    private static final BufferLimits WIDE = new BufferLimits(1 << 20, Duration.ofDays(30), 700, 700, 2, 1 << 20);

    private static final CompletableFuture<Boolean> UNANSWERED = new CompletableFuture<>(); // the accept never returned

    final Random random;
    final SimulatedDisk disk;
    private final boolean cutsPower;
    private final boolean isTight;
    private final boolean refuses;
    private final boolean harms; // the disk loses what was forced, once
    private final FixedTime time = new FixedTime();
    private Buffer buffer;
    private int boot;
    private int nextId;

    private final Set<Integer> produced = new HashSet<>();
    private final Set<Integer> unsure = new HashSet<>(); // may be lost without a word
    private final Set<Integer> inMemory = new HashSet<>(); // perhaps nowhere else, when the process was killed
    private final Set<Integer> delivered = new HashSet<>();
    private final Set<Integer> again = new HashSet<>(); // may be given again although they were delivered
    private final Map<String, Integer> ids = new HashMap<>(); // by identity
    private final Map<String, Long> told = new HashMap<>(); // losses, by identity
    private final Map<Integer, CompletableFuture<Boolean>> promises = new HashMap<>();
    private final List<Batch> held = new ArrayList<>();
    private final Set<String> out = new HashSet<>(); // identities
    private long external;
    private boolean externalIsUnsure;
    private boolean tellsUnwritten;
    private boolean tellsUncounted;
    private boolean isHarmed;
    private boolean hasCrashed;
    private boolean diedDelivering;

    BufferHistory(long seed) {
        random = new Random(seed);
        disk = new SimulatedDisk(random);
        cutsPower = random.nextBoolean();
        harms = !cutsPower && random.nextInt(2) == 0; // what a power cut leaves is not always known
        isTight = !harms && random.nextBoolean();
        refuses = !harms && random.nextInt(3) == 0;
    }

    void live() {
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
        if (harms && !isHarmed && random.nextInt(3) == 0) {
            List<String> lanes = List.of("fresh", "fresh", "high", "normal", "low");
            isHarmed = disk.harm(Path.of("/buffer", lanes.get(random.nextInt(lanes.size()))));
            externalIsUnsure = true; // what told of it may be what was harmed
            again.addAll(delivered);
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
                crashed();
            }
        }
    }

    private void step() {
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 5 -> accept();
            case 6, 7 -> buffer.tend();
            case 8 -> buffer.flush();
            case 9, 10, 11 -> take();
            case 12, 13, 14 -> decide();
            case 15 -> disk.dieAfter(1 + random.nextInt(30));
            case 16 -> restart();
            case 17 -> {
                external += 3;
                buffer.lost("external", 3);
            }
            case 18 -> {
                if (refuses) {
                    disk.fails = random.nextInt(3) == 0;
                    disk.capacity = random.nextInt(3) == 0 ? disk.used() + 200 : Long.MAX_VALUE;
                }
            }
            default -> crash();
        }
    }

    private void restart() {
        buffer.close();
        note();
        if (buffer.health().problems().isEmpty() && disk.refusals == 0) {
            assertThat(unsureByPromise()).as("unforced after closing").isEmpty();
        } else {
            if (disk.failures > 0) { // a disk that is merely full takes the word of what is lost
                unsure.addAll(unsureByPromise());
                externalIsUnsure = true;
            }
            again.addAll(delivered);
        }
        promises.clear();
        held.clear();
        out.clear();
        reopen();
    }

    private void accept() {
        List<TelemetryRecord> samples = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            int id = nextId++;
            numbers.add(id);
            Priority priority = Priority.values()[random.nextInt(3)];
            samples.add(new TelemetryRecord(
                    "t", time.now(), Map.of("value", id, "x", "y".repeat(random.nextInt(40))), priority));
        }
        produced.addAll(numbers);
        numbers.forEach(id -> promises.put(id, UNANSWERED));
        CompletableFuture<Boolean> kept = buffer.accept(samples);
        numbers.forEach(id -> promises.put(id, kept));
    }

    private void take() {
        Batch batch = buffer.take(random.nextBoolean() ? Order.OLDEST : Order.NEWEST, 1 + random.nextInt(12));
        if (batch != null) {
            check(batch);
            held.add(batch);
        }
    }

    private void check(Batch batch) {
        long last = 0;
        for (SequencedRecord each : batch.records()) {
            require(each.sequence() > last, "order", batch);
            last = each.sequence();
            String identity = identity(batch, each);
            require(out.add(identity), "given twice", batch);
            if (each.sample().type().equals("t")) {
                int id = (Integer) each.sample().fields().get("value");
                require(produced.contains(id), "invented", id);
                Integer known = ids.putIfAbsent(identity, id);
                require(known == null || known == id, "identity", identity);
                require(again.contains(id) || !delivered.contains(id), "again", id);
            }
        }
    }

    private static void require(boolean holds, String what, Object of) {
        if (!holds) { // quicker than an assertion that is prepared for each record
            throw new AssertionError(what + ": " + of);
        }
    }

    private static String identity(Batch batch, SequencedRecord record) {
        return batch.boot() + "/" + record.sequence();
    }

    private void decide() {
        if (held.isEmpty()) {
            return;
        }
        Batch batch = held.remove(random.nextInt(held.size()));
        int size = batch.records().size();
        if (size > 1 && random.nextInt(3) == 0) {
            int half = size / 2;
            held.add(batch.part(half, size));
            batch = batch.part(0, half);
        }
        forget(batch);
        switch (random.nextInt(6)) {
            case 0, 1 -> buffer.returned(batch);
            case 2 -> {
                if (batch.records().stream()
                        .allMatch(each -> !harms && each.sample().type().equals("t"))) {
                    buffer.discarded(batch, "poison");
                } else {
                    deliver(batch);
                }
            }
            default -> deliver(batch);
        }
    }

    private void forget(Batch batch) {
        batch.records().forEach(each -> out.remove(identity(batch, each)));
    }

    private void deliver(Batch batch) {
        for (SequencedRecord each : batch.records()) {
            if (each.sample().type().equals("t")) {
                delivered.add((Integer) each.sample().fields().get("value"));
            } else if (each.sample().fields().get("reason").equals(LossReport.UNWRITTEN)) {
                tellsUnwritten = true;
            } else if (each.sample().fields().get("reason").equals("damaged")
                    && !each.sample().fields().containsKey("count")) {
                tellsUncounted = true;
            } else if (each.sample().fields().get("count") instanceof Number count) {
                told.put(identity(batch, each) + each.sample().fields().get("reason"), count.longValue());
            }
        }
        try {
            buffer.delivered(batch);
        } catch (SimulatedDisk.Death e) {
            diedDelivering = true; // so what was delivered may be given up later, and counted
            batch.records().stream()
                    .filter(each -> each.sample().type().equals("t"))
                    .forEach(each -> again.add((Integer) each.sample().fields().get("value")));
            throw e;
        }
    }

    private void note() {
        promises.values().removeIf(each -> each.isDone() && each.join());
    }

    private Set<Integer> unsureByPromise() {
        return promises.keySet();
    }

    private void crash() {
        note();
        boolean wasRefusing = disk.refusals > 0;
        crashed();
        promises.forEach((id, promise) -> {
            if (cutsPower || harms || wasRefusing || promise == UNANSWERED) {
                unsure.add(id);
            }
            if (!cutsPower && disk.failures == 0 && promise != UNANSWERED && promise.isDone()) {
                inMemory.add(id);
            }
        });
        if (wasRefusing) {
            again.addAll(delivered);
        }
        promises.clear();
        held.clear();
        out.clear();
        externalIsUnsure = true;
        reopen();
    }

    private void crashed() {
        hasCrashed = true;
        if (cutsPower) {
            disk.cutPower();
            boot++;
            again.addAll(delivered);
        } else {
            disk.kill();
        }
    }

    private void end() {
        disk.fails = false;
        disk.capacity = Long.MAX_VALUE;
        disk.dieAfter(Integer.MAX_VALUE);
        held.forEach(buffer::returned);
        held.clear();
        out.clear();
        if (random.nextBoolean()) {
            buffer.tend();
            restart();
        }
        buffer.tend();
        Map<String, Long> last = new HashMap<>();
        for (int i = 0; i < 3; i++) {
            for (Batch batch = buffer.take(Order.OLDEST, 20); batch != null; batch = buffer.take(Order.OLDEST, 20)) {
                check(batch);
                for (SequencedRecord each : batch.records()) {
                    String lane = batch.boot() + each.sample().priority();
                    Long before = last.put(lane, each.sequence());
                    assertThat(before == null || before < each.sequence())
                            .as("order of all")
                            .isTrue();
                }
                forget(batch);
                deliver(batch);
            }
            buffer.tend();
        }
        assertThat(buffer.pending().records()).isZero();
        buffer.close();
        assertThat(disk.used()).as("left on the disk").isLessThan(ReserveFile.BYTES + SlotFile.BYTES + 200L);
        judge();
    }

    private void judge() {
        Set<Integer> missing = new HashSet<>(produced);
        missing.removeAll(delivered);
        long ofOurs = 0;
        long ofOthers = 0;
        for (Map.Entry<String, Long> each : told.entrySet()) {
            if (each.getKey().endsWith("external")) {
                ofOthers += each.getValue();
            } else {
                ofOurs += each.getValue();
            }
        }
        boolean isExact = !cutsPower && disk.refusals == 0 && !diedDelivering;
        Set<Integer> counted = new HashSet<>(missing);
        counted.removeAll(unsure);
        assertThat(tellsUncounted ? Long.MAX_VALUE : ofOurs)
                .as("told, of %s missing, %s unsure", missing, unsure)
                .isGreaterThanOrEqualTo(counted.size());
        if (isExact && !isHarmed) {
            assertThat(ofOurs).as("told, not more than is missing").isLessThanOrEqualTo(missing.size());
        }
        missing.retainAll(inMemory);
        assertThat(missing.isEmpty() || tellsUnwritten || ofOurs >= missing.size())
                .as("%s were in memory only", missing)
                .isTrue();
        if (!externalIsUnsure) {
            assertThat(ofOthers).as("told of others").isEqualTo(external);
        } else if (isExact) {
            assertThat(ofOthers).as("told of others").isLessThanOrEqualTo(external);
        }
        if (!isTight && !isHarmed && disk.refusals == 0 && !hasCrashed) {
            assertThat(told.keySet()).allMatch(each -> each.endsWith("external") || each.endsWith("poison"));
        }
    }
}
