package io.outrider.agent.telemetry.buffer;

import io.outrider.api.Health;
import io.outrider.api.IoReason;
import io.outrider.api.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How the buffer is, for operators. */
final class BufferHealth {
    private static final List<String> USUAL = List.of("age", "damaged", "disk", "full", "invalid", "poison");

    private BufferHealth() {}

    /**
     * Who calls holds the stock's lock.
     *
     * @param isOpen whether what the disk holds has been read
     * @param watermarks what is wrong with them; null if nothing is
     */
    static Health of(PendingRecords stock, long syncs, long bytes, Path folder, boolean isOpen, String watermarks) {
        PendingRecords.Counts counts = stock.counts();
        long waiting = stock.blocks().mapToLong(PendingFrame::left).sum();
        BufferDamage damage = stock.progress.damage();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("records", waiting);
        facts.put("bytes", bytes);
        stock.blocks()
                .mapToLong(block -> block.head().oldest())
                .min()
                .ifPresent(oldest -> facts.put(
                        "oldest", Instant.EPOCH.plus(oldest, ChronoUnit.MICROS).toString()));
        facts.put("lost", counts.lost());
        List<Metric> metrics = new ArrayList<>();
        metrics.add(Metric.gauge("buffer_records", "Records that wait for delivery", waiting));
        metrics.add(Metric.gauge("buffer_bytes", "Size of the buffer on disk", bytes));
        metrics.add(Metric.gauge(
                "buffer_memory_records", "Records in memory only, because the disk takes none", counts.memory()));
        metrics.add(Metric.counter("buffer_accepted_total", "Records taken in", counts.accepted()));
        metrics.add(Metric.counter("buffer_delivered_total", "Records delivered", counts.delivered()));
        metrics.add(Metric.counter("buffer_syncs_total", "Times records were forced to the disk", syncs));
        metrics.add(Metric.counter(
                "buffer_damaged_total",
                "Damaged or missing places that were found when the buffer was opened",
                damage.places()));
        Map<String, Long> lost = new TreeMap<>(counts.lost());
        USUAL.forEach(reason -> lost.putIfAbsent(reason, 0L)); // a rate needs a first value
        lost.forEach((reason, count) -> metrics.add(
                new Metric("buffer_lost_total", Metric.Kind.COUNTER, "Records lost", Map.of("reason", reason), count)));
        List<String> problems = problems(stock.trouble(), counts, damage, folder, isOpen);
        if (watermarks != null && stock.trouble() == null) { // which is the same disk's
            problems.add(watermarks);
        }
        return new Health(facts, metrics, problems);
    }

    private static List<String> problems(
            IOException trouble, PendingRecords.Counts counts, BufferDamage damage, Path folder, boolean isOpen) {
        List<String> problems = new ArrayList<>();
        if (trouble != null && !isOpen) {
            problems.add("The buffer of records cannot be opened (" + IoReason.of(trouble)
                    + "): what waits in it is neither"
                    + " sent nor counted, and new records are in memory only, " + counts.memory()
                    + " of them; remove what"
                    + " is in the way, or make " + folder + " readable and writable. It is tried again each second.");
        } else if (trouble != null) {
            problems.add("Records cannot be written or read (" + IoReason.of(trouble) + "); " + counts.memory()
                    + " are in memory only; free space in " + folder + ", or make it writable.");
        }
        if (damage.places() > 0) {
            problems.add("The buffer was damaged when it was opened, in " + damage.places() + " places ("
                    + String.join(", ", damage.where()) + "): " + damage.cost() + " lost; check the disk under "
                    + folder + ".");
        }
        return problems;
    }
}
