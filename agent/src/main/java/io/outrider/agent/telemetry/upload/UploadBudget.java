package io.outrider.agent.telemetry.upload;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.clock.TimeSource;
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
 * Bytes that were sent, by day and month of UTC, and how many may be. A day begins when a trusted clock says so; until
 * then bytes count for the day that was last. Kept in a file that is written every few minutes, for the card's sake: a
 * power cut forgets those. Any thread.
 */
public final class UploadBudget implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UploadBudget.class);
    private static final long WRITE_NANOS = Duration.ofMinutes(5).toNanos();
    /** A forecast from less of a day or month says nothing. */
    private static final double LEAST_SHARE = 0.02;

    /** Bytes that nobody sends in a month: a petabyte. */
    private static final long MOST = 1_000_000_000_000_000L;

    /** What is in the file. */
    private record Kept(String day, Map<String, Long> today, String month, Map<String, Long> thisMonth) {}

    /** Count of a day or month that is over. */
    private record Left<T>(T span, Map<String, Long> counted) {}

    private final Path file;
    private final TimeSource timeline;
    private final Ticker ticker;
    private long perDay;
    private final ObjectMapper mapper = new ObjectMapper();
    private LocalDate day;
    private YearMonth month;
    private final Map<String, Long> today = new TreeMap<>();
    private final Map<String, Long> thisMonth = new TreeMap<>();
    private Left<LocalDate> dayBefore; // null until another begins
    private Left<YearMonth> monthBefore; // null until another begins
    private long written;
    private boolean dirty;

    /**
     * @param file read now; a bad one counts as none
     * @param megabytes of 1,000,000 bytes that may be sent a day; 0 is no limit
     */
    public UploadBudget(Path file, TimeSource timeline, Ticker ticker, int megabytes) {
        this.file = file;
        this.timeline = timeline;
        this.ticker = ticker;
        limit(megabytes);
        this.written = ticker.nanos();
        read();
    }

    /** @param megabytes that may be sent a day from now on, what was sent today included; 0 is no limit */
    public synchronized void limit(int megabytes) {
        perDay = megabytes * 1_000_000L;
    }

    /** @param kind such as {@code mqtt} */
    public synchronized void add(String kind, long bytes) {
        turn();
        today.merge(kind, bytes, Long::sum);
        thisMonth.merge(kind, bytes, Long::sum);
        dirty = true;
        if (ticker.nanos() - written >= WRITE_NANOS) {
            write();
        }
    }

    /** Whether only what is important may be sent until the day is over. */
    public synchronized boolean usedUp() {
        turn();
        return perDay > 0 && sum(today) >= perDay;
    }

    /** For {@code cloud.usage}. Forecasts are null as long as they would be guesses. */
    public synchronized Map<String, Object> usage() {
        turn();
        Map<String, Object> usage = new LinkedHashMap<>();
        usage.put("today", counted(today, forecast(today, false)));
        usage.put("month", counted(thisMonth, forecast(thisMonth, true)));
        usage.put("day", day == null ? null : day.toString());
        usage.put("budget", perDay == 0 ? null : perDay);
        usage.put("left", perDay == 0 ? null : Math.max(0, perDay - sum(today)));
        return usage;
    }

    synchronized long bytesToday() {
        turn();
        return sum(today);
    }

    private static Map<String, Object> counted(Map<String, Long> kinds, Long forecast) {
        Map<String, Object> counted = new LinkedHashMap<>();
        counted.put("bytes", sum(kinds));
        counted.put("by_kind", new TreeMap<>(kinds));
        counted.put("forecast", forecast);
        return counted;
    }

    private Long forecast(Map<String, Long> kinds, boolean ofMonth) {
        Timestamp now = timeline.now();
        if (!now.trusted() || day == null) {
            return null;
        }
        LocalDateTime time = LocalDateTime.ofInstant(now.instant(), ZoneOffset.UTC);
        double days = time.toLocalTime().toSecondOfDay() / 86_400.0;
        double share = ofMonth ? (time.getDayOfMonth() - 1 + days) / month.lengthOfMonth() : days;
        return share < LEAST_SHARE ? null : Math.round(sum(kinds) / share);
    }

    private static long sum(Map<String, Long> kinds) {
        return kinds.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Begins another day or month if it is one. */
    private void turn() {
        Timestamp now = timeline.now();
        if (!now.trusted()) {
            return;
        }
        LocalDate date = LocalDate.ofInstant(now.instant(), ZoneOffset.UTC);
        if (date.equals(day)) {
            return;
        }
        YearMonth ofDate = YearMonth.from(date);
        if (day != null) { // what was sent before the first trusted time counts for the day that it was
            dayBefore = swap(today, dayBefore, day, date);
        }
        if (month != null && !month.equals(ofDate)) {
            monthBefore = swap(thisMonth, monthBefore, month, ofDate);
        }
        day = date;
        month = ofDate;
        dirty = true;
    }

    /** A clock that was wrong and comes back to the day or month before goes on with what was counted then. */
    private static <T> Left<T> swap(Map<String, Long> counted, Left<T> before, T left, T now) {
        Left<T> swapped = new Left<>(left, Map.copyOf(counted));
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
            Map<String, Object> kept = mapper.readValue(SmallFile.read(file), new TypeReference<>() {});
            Kept known = mapper.convertValue(kept, Kept.class);
            check(known.today);
            check(known.thisMonth);
            LocalDate date = LocalDate.parse(known.day);
            YearMonth of = YearMonth.parse(known.month);
            today.putAll(known.today);
            thisMonth.putAll(known.thisMonth);
            day = date;
            month = of;
        } catch (IOException | RuntimeException e) {
            today.clear();
            thisMonth.clear();
            LOG.warn("what was sent is counted from 0, for {} cannot be read: {}", file, IoReason.of(e));
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
                    file, mapper.writeValueAsBytes(new Kept(day.toString(), today, month.toString(), thisMonth)));
            dirty = false;
        } catch (IOException e) {
            LOG.warn("what was sent could not be noted in {}: {}", file, IoReason.of(e));
        }
    }

    @Override
    public synchronized void close() {
        write();
    }
}
