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
 * Judges what time the records of a unit tell whose wall clock jumps, by when they were posted here. A unit that trusts its
 * clock tells what that shows, and follows it once a minute; one that does not tells what it showed at the start, never
 * goes back, and says that it does not know; a later run that trusts it may tell better what still waits. True times in
 * micros.
 */
final class Stamps implements LedgerListener {
    /** By which a unit may be off: to stamp and to number are two things, done on a busy machine. */
    private static final long TOLERANCE = 2_000_000;

    /** In which a clock that is trusted is followed: a minute, on a busy machine. */
    private static final long FOLLOWS = 75_000_000;

    /** Requests that one jump may divide. */
    private static final int REQUESTS = 4;

    private final Clock clock;
    private final long age;
    private final WallClock wall = new WallClock(); // all below guarded by this
    private final List<UnitRun> runs = new ArrayList<>();
    private final Map<Integer, Posts> posted = new TreeMap<>();
    private final Map<String, Told> told = new TreeMap<>();
    private final List<Row> aged = new ArrayList<>();
    private final Violations wrongs = new Violations();

    /** @param age after which the unit gives up what waits */
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

    /** Before it is. */
    synchronized void set(Duration offset) {
        wall.set(now(), offset.toNanos() / 1_000);
    }

    /** The unit is about to be started. */
    synchronized void starts(boolean trusts) {
        runs.add(new UnitRun(now(), trusts));
    }

    /** It is up: it has looked at the clock. */
    synchronized void started() {
        runs.get(runs.size() - 1).up = now();
    }

    /** It has been killed. */
    synchronized void ended() {
        runs.get(runs.size() - 1).ended = now();
    }

    @Override
    public synchronized void posting(int lane, int from, int to) {
        posted.computeIfAbsent(lane, each -> new Posts()).begin(from, now());
    }

    @Override
    public synchronized void posted(int lane, int from, int to) {
        posted.get(lane).end(from, now());
    }

    @Override
    public synchronized void arrived(int lane, int number, Row row) {
        Posts posts = posted.get(lane);
        int request = posts.of(number);
        long from = posts.begun(request);
        long to = Math.min(posts.ended(request), now());
        List<UnitRun> takers = runs.stream()
                .filter(each -> each.began <= to && each.ended >= from)
                .toList();
        long told;
        try {
            told = micros(Instant.parse(row.text("@ts", "")));
        } catch (DateTimeParseException e) {
            wrongs.add("no time: " + row);
            return;
        }
        boolean known = row.stamp() != null;
        if (takers.stream().noneMatch(each -> mayTell(each, known, told, from, to))) {
            wrongs.add("posted between %s and %s to %s, and told %s: %s"
                    .formatted(instant(from), instant(to), takers, known ? "as known" : "as unknown", row));
        }
        if (takers.size() == 1) {
            this.told
                    .computeIfAbsent(row.boot(), boot -> new Told(takers.get(0)))
                    .add(row.sequence(), known, told);
        }
    }

    /** Whether this run may have made a record that tells this time. */
    private boolean mayTell(UnitRun run, boolean known, long told, long from, long to) {
        if (run.trusts) {
            return known && told(told, from, to, Math.max(run.began, from - FOLLOWS), to);
        }
        if (!known) {
            return told(told, from, to, run.began, run.up);
        }
        return runs.stream() // its successor knew better
                .filter(each -> each.trusts && each.began > run.began)
                .anyMatch(each -> told(told, from, to, each.began, each.ended));
    }

    /** Whether a clock that was set between the last two tells this time between the first two. */
    private boolean told(long told, long from, long to, long shownFrom, long shownTo) {
        return wall.offsets(shownFrom, shownTo)
                .anyMatch(offset -> told >= from + offset - TOLERANCE && told <= to + offset + TOLERANCE);
    }

    @Override
    public synchronized void lost(Row row) {
        if (row.text("reason", "").equals("age")) {
            aged.add(row);
        }
    }

    /** What is wrong by now. */
    synchronized List<String> complaints() {
        List<String> all = wrongs.all();
        told.forEach((boot, each) -> {
            long jumps = each.run.trusts ? wall.jumps(each.run.began, Math.min(each.run.ended, now())) : 0;
            if (each.stepsBack(TOLERANCE) > jumps * REQUESTS) {
                all.add("the times of boot %s, %s, go back %d times, and its clock was set %d times"
                        .formatted(boot, each.run, each.stepsBack(TOLERANCE), jumps));
            }
        });
        for (Row each : aged) {
            Told of = told.get(each.text("boot", ""));
            if (of != null && !(of.run.trusts && wall.range(of.run.began, now()) > age - TOLERANCE)) {
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
        private final long began;
        private final boolean trusts;
        private long up = Long.MAX_VALUE;
        private long ended = Long.MAX_VALUE;

        UnitRun(long began, boolean trusts) {
            this.began = began;
            this.trusts = trusts;
        }

        @Override
        public String toString() {
            return "a run from " + instant(began) + (trusts ? " that trusts" : " that does not trust") + " its clock";
        }
    }

    /** What the records of one run told, as far as it says something of their order. */
    private static final class Told {
        private final UnitRun run;
        private final SequenceTimes times = new SequenceTimes(); // by sequence

        Told(UnitRun run) {
            this.run = run;
        }

        /** What was told better later is in the order of its batches. */
        void add(long sequence, boolean known, long time) {
            if (known == run.trusts) {
                times.put(sequence, time);
            }
        }

        int stepsBack(long least) {
            return times.stepsBack(least);
        }
    }
}
