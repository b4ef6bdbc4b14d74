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

/** A test double of the buffer, in memory, strict about who has what. */
final class MemoryBacklog implements Backlog, BacklogView {
    static final String BOOT = "boot-1";

    private final TreeMap<Long, SequencedRecord> waiting = new TreeMap<>();
    private final TreeSet<Long> taken = new TreeSet<>();
    final List<Long> delivered = new ArrayList<>();
    final List<Long> discarded = new ArrayList<>();
    private long next = 1;

    static TelemetryRecord sample(Object value, Priority priority) {
        return new TelemetryRecord(
                "obd.rpm", new Timestamp(1_700_000_000_000_000L, 5, true), Map.of("value", value), priority);
    }

    synchronized void put(int count) {
        for (int i = 0; i < count; i++) {
            put(sample((int) next, Priority.NORMAL));
        }
    }

    synchronized void put(TelemetryRecord sample) {
        waiting.put(next, new SequencedRecord(next, sample));
        next++;
    }

    @Override
    public synchronized Batch take(Order order, int most) {
        List<SequencedRecord> records = new ArrayList<>();
        if (order == Order.OLDEST) { // the most important first
            waiting.values().stream()
                    .filter(each ->
                            !taken.contains(each.sequence()) && each.record().priority() == Priority.HIGH)
                    .limit(most)
                    .forEach(records::add);
        }
        for (SequencedRecord each :
                order == Order.NEWEST ? waiting.descendingMap().values() : waiting.values()) {
            if (records.size() < most && !taken.contains(each.sequence()) && !records.contains(each)) {
                records.add(each);
            }
        }
        records.sort((one, other) -> Long.compare(one.sequence(), other.sequence()));
        records.forEach(each -> taken.add(each.sequence()));
        return records.isEmpty() ? null : new Batch(BOOT, true, records);
    }

    private void out(Batch batch) {
        for (SequencedRecord each : batch.records()) {
            if (!taken.remove(each.sequence())) {
                throw new IllegalStateException(each.sequence() + " was not taken");
            }
        }
    }

    @Override
    public synchronized void delivered(Batch batch) {
        out(batch);
        batch.records().forEach(each -> {
            waiting.remove(each.sequence());
            delivered.add(each.sequence());
        });
    }

    @Override
    public synchronized void returned(Batch batch) {
        out(batch);
    }

    @Override
    public synchronized void discarded(Batch batch, String reason) {
        out(batch);
        batch.records().forEach(each -> {
            waiting.remove(each.sequence());
            discarded.add(each.sequence());
        });
    }

    @Override
    public synchronized Pending pending() {
        Instant oldest = waiting.isEmpty()
                ? null
                : waiting.firstEntry().getValue().record().at().instant();
        return new Pending(waiting.size(), waiting.size() * 10L, oldest);
    }

    @Override
    public synchronized List<SequencedRecord> peek(long from, int most) {
        return waiting.values().stream().skip(from).limit(most).toList();
    }

    @Override
    public synchronized long clear(String reason) {
        long before = waiting.size();
        waiting.keySet().removeIf(each -> !taken.contains(each));
        return before - waiting.size();
    }

    synchronized int taken() {
        return taken.size();
    }

    synchronized List<Long> deliveredSorted() {
        return delivered.stream().sorted().toList();
    }

    synchronized List<Long> discarded() {
        return List.copyOf(discarded);
    }
}
