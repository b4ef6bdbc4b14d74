package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.LogPosition;
import io.outrider.agent.telemetry.buffer.FrameHeader.Gone;
import io.outrider.agent.telemetry.buffer.LossReport.Loss;
import io.outrider.agent.telemetry.buffer.SequenceRanges.Range;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Records of a lane that were on the disk and are not there any more, nor done with.
 *
 * @param blocks of the lane, by ordinal
 * @param marks of the last run; null if there are none
 */
record MissingRecords(RecordLog lane, List<PendingFrame> blocks, Watermarks marks) {
    /** As losses, none of which is of more than one run if that is known. */
    List<Loss> losses(SequenceRanges done) {
        List<Loss> all = new ArrayList<>();
        for (Range each : LogScanResult.missing(blocks, done, lane.next())) {
            long begun = isFresh() ? marks.begun() : 0;
            if (each.from() < begun && each.to() >= begun) {
                all.add(loss(new Range(each.from(), begun - 1)));
                all.add(loss(new Range(begun, each.to())));
            } else {
                all.add(loss(each));
            }
        }
        return all;
    }

    private boolean isFresh() {
        return marks != null && lane.number == 0;
    }

    private Loss loss(Range missing) {
        FrameHeader before = null;
        FrameHeader after = null;
        for (PendingFrame each : blocks) {
            if (each.head().ordinal() >= missing.from()) {
                after = each.head();
                break;
            }
            before = each.head();
        }
        boolean isUnknown =
                marks != null && missing.to() >= marks.lanes().get(lane.number).known();
        long count = isUnknown ? Loss.UNKNOWN : missing.size();
        List<Gone> gone = List.of(new Gone(lane.number, missing));
        if (before != null && after != null && before.run() == after.run()) {
            return new Loss(
                    "damaged", PendingRecords.id(after.run()), count, before.last() + 1, after.first() - 1, gone);
        }
        if (isFresh() && missing.from() >= marks.begun()) {
            long run = marks.run();
            long from = before != null && before.run() == run ? before.last() + 1 : 1;
            long to = after != null && after.run() == run ? after.first() - 1 : marks.last();
            return new Loss("damaged", PendingRecords.id(run), count, from, Math.max(from, to), gone);
        }
        return new Loss("damaged", null, count, 0, 0, gone);
    }

    /** Damage that they and the damaged places of the files come to. */
    BufferDamage damage(List<Loss> losses) {
        long places = Math.max(lane.damaged(), losses.size());
        long records =
                losses.stream().mapToLong(each -> Math.max(0, each.count())).sum();
        boolean isCounted = losses.stream().allMatch(each -> each.count() != Loss.UNKNOWN);
        return places == 0 ? BufferDamage.NONE : new BufferDamage(places, records, isCounted, where(losses));
    }

    private List<String> where(List<Loss> losses) {
        Set<String> files = new LinkedHashSet<>(lane.damagedFiles());
        if (files.isEmpty()) {
            losses.forEach(each -> files.add(near(each.gone().get(0).range())));
        }
        return List.copyOf(files);
    }

    /** The file in which something was cut off, or after which one was removed. */
    private String near(Range missing) {
        LogPosition last = null;
        for (PendingFrame each : blocks) {
            if (each.head().ordinal() < missing.from()) {
                last = each.place();
            }
        }
        return last == null ? lane.name() : "in or after " + lane.file(last);
    }
}
