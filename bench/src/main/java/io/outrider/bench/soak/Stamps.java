package io.outrider.bench.soak;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Check of the timestamps of a unit whose wall clock jumps, against the times of posting. A unit that trusts its clock
 * stamps with it and follows it once a minute; one that does not keeps the clock's value at the start, never goes back and
 * marks its stamps as untrusted; a later run that trusts the clock may correct waiting records. True times in µs.
 */
final class Stamps implements LedgerListener {
    /** Tolerance in µs, as stamping and numbering are two steps on a busy machine. */
    private static final long TOLERANCE = 2_000_000;

    /** Limit in µs for following a trusted clock: a minute, and a margin for a busy machine. */
    private static final long FOLLOW_LIMIT = 75_000_000;

    /** Most requests that one jump may divide. */
    private static final int MAX_REQUESTS = 4;

    private final Clock clock;
    private final long age;
    private final WallClock wall = new WallClock(); // all below guarded by this
    private final List<UnitRun> runs = new ArrayList<>();
    private final Map<Integer, Posts> posted = new TreeMap<>();
    private final Map<String, RunStamps> runStamps = new TreeMap<>();
    private final List<Row> aged = new ArrayList<>();
    private final Violations violations = new Violations();

    /** @param age after which the unit drops waiting records */
    Stamps(Clock clock, Duration age) {
        this.clock = clock;
        this.age = age.toNanos() / 1_000;
    }

    private long now() {
        return micros(clock.instant());
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    /** Call before the clock is set. */
    synchronized void set(Duration offset) {
        wall.set(now(), offset.toNanos() / 1_000);
    }

    /** Call before the unit starts. */
    synchronized void starts(boolean trusted) {
        runs.add(new UnitRun(now(), trusted));
    }

    /** Call when the unit is up and has read the clock. */
    synchronized void started() {
        runs.get(runs.size() - 1).up = now();
    }

    /** Call when the unit was killed. */
    synchronized void ended() {
        runs.get(runs.size() - 1).ended = now();
    }

    @Override
    public synchronized void posting(int producer, int from, int to) {
        posted.computeIfAbsent(producer, each -> new Posts()).begin(from, now());
    }

    @Override
    public synchronized void posted(int producer, int from, int to) {
        posted.get(producer).end(from, now());
    }

    @Override
    public synchronized void arrived(int producer, int number, Row row) {
        Posts posts = posted.get(producer);
        int request = posts.of(number);
        long from = posts.startOf(request);
        long to = Math.min(posts.endOf(request), now());
        List<UnitRun> takers = runs.stream()
                .filter(each -> each.started <= to && each.ended >= from)
                .toList();
        long runStamps;
        try {
            runStamps = micros(Instant.parse(row.text("@ts", "")));
        } catch (DateTimeParseException e) {
            violations.add("no time: " + row);
            return;
        }
        boolean known = row.stamp() != null;
        if (takers.stream().noneMatch(each -> mayTell(each, known, runStamps, from, to))) {
            violations.add("posted between %s and %s to %s, and told %s: %s"
                    .formatted(instant(from), instant(to), takers, known ? "as known" : "as unknown", row));
        }
        if (takers.size() == 1) {
            this.runStamps
                    .computeIfAbsent(row.boot(), boot -> new RunStamps(takers.get(0)))
                    .add(row.sequence(), known, runStamps);
        }
    }

    /** True if this run may have made a record with this time. */
    private boolean mayTell(UnitRun run, boolean known, long runStamps, long from, long to) {
        if (run.trusted) {
            return known && runStamps(runStamps, from, to, Math.max(run.started, from - FOLLOW_LIMIT), to);
        }
        if (!known) {
            return runStamps(runStamps, from, to, run.started, run.up);
        }
        return runs.stream() // corrected by a later run
                .filter(each -> each.trusted && each.started > run.started)
                .anyMatch(each -> runStamps(runStamps, from, to, each.started, each.ended));
    }

    /** True if a clock set between the last two times may show this time between the first two. */
    private boolean runStamps(long runStamps, long from, long to, long shownFrom, long shownTo) {
        return wall.offsets(shownFrom, shownTo)
                .anyMatch(offset -> runStamps >= from + offset - TOLERANCE && runStamps <= to + offset + TOLERANCE);
    }

    @Override
    public synchronized void lost(Row row) {
        if (row.text("reason", "").equals("age")) {
            aged.add(row);
        }
    }

    /** Violations so far. */
    synchronized List<String> complaints() {
        List<String> all = violations.all();
        runStamps.forEach((boot, each) -> {
            long jumps = each.run.trusted ? wall.jumps(each.run.started, Math.min(each.run.ended, now())) : 0;
            if (each.stepsBack(TOLERANCE) > jumps * MAX_REQUESTS) {
                all.add("the times of boot %s, %s, go back %d times, and its clock was set %d times"
                        .formatted(boot, each.run, each.stepsBack(TOLERANCE), jumps));
            }
        });
        for (Row each : aged) {
            RunStamps of = runStamps.get(each.text("boot", ""));
            if (of != null && !(of.run.trusted && wall.range(of.run.started, now()) > age - TOLERANCE)) {
                all.add("given up for its age, which nobody can know: " + each + ", made by " + of.run);
            }
        }
        return all;
    }

    static String instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    }

    /** One run of the unit. */
    private static final class UnitRun {
        private final long started;
        private final boolean trusted;
        private long up = Long.MAX_VALUE;
        private long ended = Long.MAX_VALUE;

        UnitRun(long started, boolean trusted) {
            this.started = started;
            this.trusted = trusted;
        }

        @Override
        public String toString() {
            return "a run from " + instant(started) + (trusted ? " that trusts" : " that does not trust")
                    + " its clock";
        }
    }

    /** Timestamps of one run, for the check of their order. */
    private static final class RunStamps {
        private final UnitRun run;
        private final SequenceTimes times = new SequenceTimes(); // by sequence

        RunStamps(UnitRun run) {
            this.run = run;
        }

        /** Skips corrected stamps, which follow the order of batches. */
        void add(long sequence, boolean known, long time) {
            if (known == run.trusted) {
                times.put(sequence, time);
            }
        }

        int stepsBack(long least) {
            return times.stepsBack(least);
        }
    }
}
