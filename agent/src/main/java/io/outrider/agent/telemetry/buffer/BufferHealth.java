package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.MissingRecords.BufferDamage;
import io.outrider.api.Health;
import io.outrider.api.IoReason;
import io.outrider.api.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Health report of the buffer: facts, metrics and problems. */
final class BufferHealth {
    private static final List<String> COMMON_REASONS = List.of("age", "damaged", "disk", "full", "invalid", "poison");

    private BufferHealth() {}

    /** The caller holds the lock of the buffer. @param watermarks problem with the watermark file; null if none */
    static Health of(PendingRecords pending, long syncs, long bytes, Path folder, boolean isOpen, String watermarks) {
        long waiting = pending.frames().mapToLong(PendingFrame::remaining).sum();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("records", waiting);
        facts.put("bytes", bytes);
        if (pending.oldest() != null) {
            facts.put("oldest", pending.oldest().toString());
        }
        facts.put("lost", pending.losses.totals());
        List<Metric> metrics = new ArrayList<>();
        metrics.add(Metric.gauge("buffer_records", "Records that wait for delivery", waiting));
        metrics.add(Metric.gauge("buffer_bytes", "Size of the buffer on disk", bytes));
        metrics.add(Metric.gauge(
                "buffer_memory_records",
                "Records in memory only, because the disk takes none",
                pending.overflowRecords()));
        metrics.add(Metric.counter("buffer_accepted_total", "Records taken in", pending.accepted()));
        metrics.add(Metric.counter("buffer_delivered_total", "Records delivered", pending.delivered()));
        metrics.add(Metric.counter("buffer_syncs_total", "Times records were forced to the disk", syncs));
        metrics.add(Metric.counter(
                "buffer_damaged_total",
                "Damaged or missing places that were found when the buffer was opened",
                pending.progress.damage().places()));
        Map<String, Long> lost = new TreeMap<>(pending.losses.totals());
        COMMON_REASONS.forEach(reason -> lost.putIfAbsent(reason, 0L)); // a rate needs a first value
        lost.forEach((reason, count) -> metrics.add(
                new Metric("buffer_lost_total", Metric.Kind.COUNTER, "Records lost", Map.of("reason", reason), count)));
        List<String> problems = problems(pending, folder, isOpen);
        if (watermarks != null && pending.diskError() == null) { // same disk, same cause
            problems.add(watermarks);
        }
        return new Health(facts, metrics, problems);
    }

    private static List<String> problems(PendingRecords pending, Path folder, boolean isOpen) {
        IOException diskError = pending.diskError();
        BufferDamage damage = pending.progress.damage();
        List<String> problems = new ArrayList<>();
        if (diskError != null && !isOpen) {
            problems.add("The buffer of records cannot be opened (" + IoReason.of(diskError)
                    + "): what waits in it is neither sent nor counted, and new records are in memory only, "
                    + pending.overflowRecords() + " of them; remove what is in the way, or make " + folder
                    + " readable and writable. It is tried again each second.");
        } else if (diskError != null) {
            problems.add(
                    "Records cannot be written or read (" + IoReason.of(diskError) + "); " + pending.overflowRecords()
                            + " are in memory only; free space in " + folder + ", or make it writable.");
        }
        if (damage.places() > 0) {
            problems.add("The buffer was damaged when it was opened, in " + damage.places() + " places ("
                    + String.join(", ", damage.files()) + "): " + damage.lostText() + " lost; check the disk under "
                    + folder + ".");
        }
        return problems;
    }
}
