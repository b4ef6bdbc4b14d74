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
    /** Share of a day or month below which there is no forecast. */
    private static final double LEAST_SHARE = 0.02;

    /** Plausibility limit of a count in the file: a petabyte. */
    private static final long MOST = 1_000_000_000_000_000L;

    /** Content of the file. */
    private record Saved(String day, Map<String, Long> today, String month, Map<String, Long> thisMonth) {}

    /** Counts of a completed day or month. */
    private record Closed<T>(T span, Map<String, Long> counted) {}

    private final Path file;
    private final TimeSource time;
    private final Ticker ticker;
    private long perDay;
    private LocalDate day;
    private YearMonth month;
    private final Map<String, Long> today = new TreeMap<>();
    private final Map<String, Long> thisMonth = new TreeMap<>();
    private Closed<LocalDate> dayBefore; // null until another begins
    private Closed<YearMonth> monthBefore; // null until another begins
    private long written;
    private boolean dirty;

    /**
     * @param file read here; an unreadable one counts as absent
     * @param megabytes of 1,000,000 bytes that may be sent a day; 0 is no limit
     */
    public UploadBudget(Path file, TimeSource time, Ticker ticker, int megabytes) {
        this.file = file;
        this.time = time;
        this.ticker = ticker;
        limit(megabytes);
        this.written = ticker.nanos();
        read();
    }

    /** @param megabytes that may be sent a day, today's bytes included; 0 is no limit */
    public synchronized void limit(int megabytes) {
        perDay = megabytes * 1_000_000L;
    }

    /** @param kind such as {@code mqtt} */
    public synchronized void add(String kind, long bytes) {
        rollOver();
        today.merge(kind, bytes, Long::sum);
        thisMonth.merge(kind, bytes, Long::sum);
        dirty = true;
        if (ticker.nanos() - written >= WRITE_NANOS) {
            write();
        }
    }

    /** True if only records of the highest priority may be sent until the day ends. */
    public synchronized boolean usedUp() {
        rollOver();
        return perDay > 0 && sum(today) >= perDay;
    }

    /** Fields of {@code cloud.usage}; a forecast is null while it would be a guess. */
    public synchronized Map<String, Object> usage() {
        rollOver();
        Map<String, Object> usage = new LinkedHashMap<>();
        usage.put("today", usageOf(today, forecast(today, false)));
        usage.put("month", usageOf(thisMonth, forecast(thisMonth, true)));
        usage.put("day", day == null ? null : day.toString());
        usage.put("budget", perDay == 0 ? null : perDay);
        usage.put("left", perDay == 0 ? null : Math.max(0, perDay - sum(today)));
        return usage;
    }

    synchronized long bytesToday() {
        rollOver();
        return sum(today);
    }

    private static Map<String, Object> usageOf(Map<String, Long> kinds, Long forecast) {
        Map<String, Object> counted = new LinkedHashMap<>();
        counted.put("bytes", sum(kinds));
        counted.put("by_kind", new TreeMap<>(kinds));
        counted.put("forecast", forecast);
        return counted;
    }

    private Long forecast(Map<String, Long> kinds, boolean ofMonth) {
        Timestamp now = time.now();
        if (!now.trusted() || day == null) {
            return null;
        }
        LocalDateTime utc = LocalDateTime.ofInstant(now.instant(), ZoneOffset.UTC);
        double days = utc.toLocalTime().toSecondOfDay() / 86_400.0;
        double share = ofMonth ? (utc.getDayOfMonth() - 1 + days) / month.lengthOfMonth() : days;
        return share < LEAST_SHARE ? null : Math.round(sum(kinds) / share);
    }

    private static long sum(Map<String, Long> kinds) {
        return kinds.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Starts a new day or month if the trusted clock has reached one. */
    private void rollOver() {
        Timestamp now = time.now();
        if (!now.trusted()) {
            return;
        }
        LocalDate date = LocalDate.ofInstant(now.instant(), ZoneOffset.UTC);
        if (date.equals(day)) {
            return;
        }
        YearMonth ofDate = YearMonth.from(date);
        if (day != null) { // bytes sent before the first trusted time count for that day
            dayBefore = swap(today, dayBefore, day, date);
        }
        if (month != null && !month.equals(ofDate)) {
            monthBefore = swap(thisMonth, monthBefore, month, ofDate);
        }
        day = date;
        month = ofDate;
        dirty = true;
    }

    /** Resumes the counts of the previous span if a wrong clock returns to it. */
    private static <T> Closed<T> swap(Map<String, Long> counted, Closed<T> before, T left, T now) {
        Closed<T> swapped = new Closed<>(left, Map.copyOf(counted));
        counted.clear();
        if (before != null && before.span.equals(now)) {
            counted.putAll(before.counted);
        }
        return swapped;
    }

    private void read() {
        if (!Files.exists(file)) {
            return;
        }
        try {
            Saved saved = Json.PLAIN.readValue(SmallFile.read(file), Saved.class);
            check(saved.today);
            check(saved.thisMonth);
            LocalDate date = LocalDate.parse(saved.day);
            YearMonth of = YearMonth.parse(saved.month);
            today.putAll(saved.today);
            thisMonth.putAll(saved.thisMonth);
            day = date;
            month = of;
        } catch (IOException | RuntimeException e) {
            today.clear();
            thisMonth.clear();
            LOG.warn("upload usage is counted from 0: {} cannot be read: {}", file, IoReason.of(e));
        }
    }

    private static void check(Map<String, Long> kinds) {
        for (Map.Entry<String, Long> each : kinds.entrySet()) {
            if (each.getValue() == null || each.getValue() < 0 || each.getValue() > MOST) {
                throw new IllegalArgumentException(each.getKey() + " cannot be " + each.getValue());
            }
        }
    }

    private void write() {
        written = ticker.nanos();
        if (!dirty || day == null) {
            return;
        }
        try {
            AtomicFile.write(
                    file, Json.PLAIN.writeValueAsBytes(new Saved(day.toString(), today, month.toString(), thisMonth)));
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
