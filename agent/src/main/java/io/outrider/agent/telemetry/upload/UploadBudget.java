package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import io.outrider.api.Ticker;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Data budget: bytes sent by UTC day and month, and the daily limit. A day begins when a trusted clock reaches it;
 * until then bytes count for the last day. The file is written every 5 min at most, to limit wear of the card: a power cut
 * loses the bytes since. Any thread.
 */
public final class UploadBudget implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UploadBudget.class);
    private static final long WRITE_NANOS = Duration.ofMinutes(5).toNanos();
    private static final double LEAST_SHARE = 0.02; // of a day or month, for a forecast
    private static final long MOST = 1_000_000_000_000_000L; // bytes that the file can plausibly hold

    /** Content of the file. */
    private record SavedBudget(String day, Map<String, Long> today, String month, Map<String, Long> thisMonth) {}

    /** Bytes of the current day or month by kind, and those of the one before, to which a wrong clock may return. */
    private static final class UsagePeriod<T> {
        private final Map<String, Long> counts = new TreeMap<>();
        private T date; // null before the first trusted time; bytes sent until then count for that period
        private Map<String, Long> countsBefore = Map.of();
        private T dateBefore;

        private void begin(T next) {
            if (date != null && !date.equals(next)) {
                Map<String, Long> resumed = next.equals(dateBefore) ? countsBefore : Map.of();
                countsBefore = Map.copyOf(counts);
                dateBefore = date;
                counts.clear();
                counts.putAll(resumed);
            }
            date = next;
        }

        private long bytes() {
            return counts.values().stream().mapToLong(Long::longValue).sum();
        }

        private Map<String, Object> usage(Double share) {
            Map<String, Object> usage = new LinkedHashMap<>();
            usage.put("bytes", bytes());
            usage.put("by_kind", new TreeMap<>(counts));
            usage.put("forecast", share == null || share < LEAST_SHARE ? null : Math.round(bytes() / share));
            return usage;
        }
    }

    private final Path file;
    private final TimeSource time;
    private final Ticker ticker;
    private long perDay;
    private final UsagePeriod<LocalDate> today = new UsagePeriod<>();
    private final UsagePeriod<YearMonth> thisMonth = new UsagePeriod<>();
    private long written;
    private boolean dirty;

    /** @param megabytes of 1,000,000 bytes that may be sent a day; 0 is no limit */
    public UploadBudget(Path file, TimeSource time, Ticker ticker, int megabytes) {
        this.file = file;
        this.time = time;
        this.ticker = ticker;
        limit(megabytes);
        this.written = ticker.nanos();
        read();
    }

    public synchronized void limit(int megabytes) {
        perDay = megabytes * 1_000_000L;
    }

    public synchronized void add(String kind, long bytes) {
        rollOver();
        today.counts.merge(kind, bytes, Long::sum);
        thisMonth.counts.merge(kind, bytes, Long::sum);
        dirty = true;
        if (ticker.nanos() - written >= WRITE_NANOS) {
            write();
        }
    }

    /** True if only records of the highest priority may be sent until the day ends. */
    public synchronized boolean usedUp() {
        rollOver();
        return perDay > 0 && today.bytes() >= perDay;
    }

    /** Fields of {@code cloud.usage}; a forecast is null while it would be a guess. */
    public synchronized Map<String, Object> usage() {
        rollOver();
        Timestamp now = time.now();
        Double ofDay = null; // shares that have passed
        Double ofMonth = null;
        if (now.trusted() && today.date != null) {
            LocalDateTime utc = LocalDateTime.ofInstant(now.instant(), ZoneOffset.UTC);
            ofDay = utc.toLocalTime().toSecondOfDay() / 86_400.0;
            ofMonth = (utc.getDayOfMonth() - 1 + ofDay) / thisMonth.date.lengthOfMonth();
        }
        Map<String, Object> usage = new LinkedHashMap<>();
        usage.put("today", today.usage(ofDay));
        usage.put("month", thisMonth.usage(ofMonth));
        usage.put("day", today.date == null ? null : today.date.toString());
        usage.put("budget", perDay == 0 ? null : perDay);
        usage.put("left", perDay == 0 ? null : Math.max(0, perDay - today.bytes()));
        return usage;
    }

    synchronized long bytesToday() {
        rollOver();
        return today.bytes();
    }

    /** Starts a new day or month if the trusted clock has reached one. */
    private void rollOver() {
        Timestamp now = time.now();
        if (now.trusted()) {
            LocalDate date = LocalDate.ofInstant(now.instant(), ZoneOffset.UTC);
            dirty |= !date.equals(today.date);
            today.begin(date);
            thisMonth.begin(YearMonth.from(date));
        }
    }

    private void read() {
        if (!Files.exists(file)) {
            return;
        }
        try {
            SavedBudget saved = Json.PLAIN.readValue(SmallFile.read(file), SavedBudget.class);
            check(saved.today);
            check(saved.thisMonth);
            LocalDate day = LocalDate.parse(saved.day);
            thisMonth.date = YearMonth.parse(saved.month);
            today.date = day;
            today.counts.putAll(saved.today);
            thisMonth.counts.putAll(saved.thisMonth);
        } catch (IOException | RuntimeException e) {
            LOG.warn("upload usage is counted from 0: {} cannot be read: {}", file, IoReason.of(e));
        }
    }

    private static void check(Map<String, Long> kinds) {
        kinds.forEach((kind, bytes) -> {
            if (bytes == null || bytes < 0 || bytes > MOST) {
                throw new IllegalArgumentException(kind + " cannot be " + bytes);
            }
        });
    }

    private void write() {
        written = ticker.nanos();
        if (!dirty || today.date == null) {
            return;
        }
        SavedBudget saved =
                new SavedBudget(today.date.toString(), today.counts, thisMonth.date.toString(), thisMonth.counts);
        try {
            AtomicFile.write(file, Json.PLAIN.writeValueAsBytes(saved));
            dirty = false;
        } catch (IOException e) {
            LOG.warn("upload usage cannot be written to {}: {}", file, IoReason.of(e));
        }
    }

    @Override
    public synchronized void close() {
        write();
    }
}
