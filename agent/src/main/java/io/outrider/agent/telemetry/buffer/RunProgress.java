package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.Watermarks.LaneMark;
import java.util.List;

/**
 * Progress of this run of the process in the fresh lane: the sequences it has given, those that were forced to the disk, and
 * where it has begun. Guarded by the stock's lock.
 */
final class RunProgress {
    final long run;
    final long boot;
    private final RecordLog fresh;
    private long sequence;
    private long confirmed; // the last sequence that was forced
    private long before; // the run of which the fresh lane tells last; 0 if there is none
    private long begun; // ordinal of the fresh lane, with which this run begins
    private BufferDamage damage = BufferDamage.NONE;

    RunProgress(RecordLog fresh, long run, long boot) {
        this.fresh = fresh;
        this.run = run;
        this.boot = boot;
    }

    /** The lanes have been read. @param before the run of which the fresh lane tells last; 0 if there is none */
    void opened(long before, BufferDamage found) {
        this.before = before;
        damage = found;
        begun = fresh.next();
    }

    /** Damage that was found when the lanes were read. */
    BufferDamage damage() {
        return damage;
    }

    /** Sequence of the next record. */
    long next() {
        return sequence + 1;
    }

    void given(int count) {
        sequence += count;
    }

    /** Ordinal and sequence that are on the disk for certain once the fresh lane is forced. */
    Forced forcible() {
        return new Forced(fresh.next(), sequence);
    }

    /** @param next ordinal */
    record Forced(long next, long sequence) {}

    /** The fresh lane was forced up to here. */
    void forced(Forced what) {
        fresh.confirm(what.next());
        confirmed = Math.max(confirmed, what.sequence());
    }

    Watermarks watermarks(List<RecordLog> lanes, boolean clean) {
        int ranges = Watermarks.mostRanges(lanes.size());
        List<LaneMark> marks = lanes.stream().map(each -> each.mark(ranges)).toList();
        return new Watermarks(run, before, boot, clean, begun, confirmed, marks);
    }

    RunCheckpoint state(boolean clean) {
        return new RunCheckpoint(fresh.next(), fresh.done().low(), run, boot, sequence, clean);
    }
}
