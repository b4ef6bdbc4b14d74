package io.outrider.agent.telemetry.upload;

import io.outrider.agent.telemetry.buffer.Backlog;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** In-memory buffer that rejects the return of a record that is not in flight. */
final class MemoryBacklog implements Backlog {
    static final String BOOT = "boot-1";

    private final TreeMap<Long, SequencedRecord> pending = new TreeMap<>();
    private final TreeSet<Long> inFlight = new TreeSet<>();
    final List<Long> delivered = new ArrayList<>();
    final List<Long> discarded = new ArrayList<>();
    private long next = 1;

    static TelemetryRecord record(Object value, Priority priority) {
        return new TelemetryRecord(
                "obd.rpm", new Timestamp(1_700_000_000_000_000L, 5, true), Map.of("value", value), priority);
    }

    synchronized void put(int count) {
        for (int i = 0; i < count; i++) {
            put(record((int) next, Priority.NORMAL));
        }
    }

    synchronized void put(TelemetryRecord sample) {
        pending.put(next, new SequencedRecord(next, sample));
        next++;
    }

    @Override
    public synchronized Batch take(Order order, int most) {
        List<SequencedRecord> records = new ArrayList<>();
        if (order == Order.OLDEST) { // the most important first
            pending.values().stream()
                    .filter(each ->
                            !inFlight.contains(each.sequence()) && each.record().priority() == Priority.HIGH)
                    .limit(most)
                    .forEach(records::add);
        }
        for (SequencedRecord each :
                order == Order.NEWEST ? pending.descendingMap().values() : pending.values()) {
            if (records.size() < most && !inFlight.contains(each.sequence()) && !records.contains(each)) {
                records.add(each);
            }
        }
        records.sort((one, other) -> Long.compare(one.sequence(), other.sequence()));
        records.forEach(each -> inFlight.add(each.sequence()));
        return records.isEmpty() ? null : new Batch(BOOT, true, records);
    }

    private void release(Batch batch) {
        for (SequencedRecord each : batch.records()) {
            if (!inFlight.remove(each.sequence())) {
                throw new IllegalStateException(each.sequence() + " was not taken");
            }
        }
    }

    @Override
    public synchronized void delivered(Batch batch) {
        release(batch);
        batch.records().forEach(each -> {
            pending.remove(each.sequence());
            delivered.add(each.sequence());
        });
    }

    @Override
    public synchronized void returned(Batch batch) {
        release(batch);
    }

    @Override
    public synchronized void discarded(Batch batch, String reason) {
        release(batch);
        batch.records().forEach(each -> {
            pending.remove(each.sequence());
            discarded.add(each.sequence());
        });
    }

    @Override
    public synchronized Pending pending() {
        Instant oldest = pending.isEmpty()
                ? null
                : pending.firstEntry().getValue().record().at().instant();
        return new Pending(pending.size(), pending.size() * 10L, oldest);
    }

    @Override
    public synchronized void peek(long from, int most, Predicate<SequencedRecord> visitor) {
        pending.values().stream().skip(from).limit(most).takeWhile(visitor).forEach(each -> {});
    }

    synchronized int inFlight() {
        return inFlight.size();
    }

    synchronized List<Long> deliveredSorted() {
        return delivered.stream().sorted().toList();
    }

    synchronized List<Long> discarded() {
        return List.copyOf(discarded);
    }
}
