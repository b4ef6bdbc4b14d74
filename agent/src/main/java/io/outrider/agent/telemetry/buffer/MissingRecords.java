package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.LostRange;
import io.outrider.agent.telemetry.buffer.LossReport.Loss;
import io.outrider.agent.telemetry.buffer.SequenceRanges.SequenceRange;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Missing records of a log: written once, not done, and in no frame. The watermarks of the last run may be null. */
record MissingRecords(RecordLog log, List<PendingFrame> frames, Watermarks marks) {
    /** Losses, one per gap, and split where the last run began. */
    List<Loss> losses(SequenceRanges done) {
        List<Loss> all = new ArrayList<>();
        SequenceRanges known = new SequenceRanges();
        known.addAll(done);
        frames.forEach(each -> known.add(
                each.header().ordinal(), each.header().ordinal() + each.header().count() - 1));
        for (SequenceRange each : known.gaps(0, log.next() - 1)) {
            long firstOrdinal = isActive() ? marks.firstOrdinal() : 0;
            if (each.from() < firstOrdinal && each.to() >= firstOrdinal) {
                all.add(loss(new SequenceRange(each.from(), firstOrdinal - 1)));
                all.add(loss(new SequenceRange(firstOrdinal, each.to())));
            } else {
                all.add(loss(each));
            }
        }
        return all;
    }

    private boolean isActive() {
        return marks != null && log.number == 0;
    }

    private Loss loss(SequenceRange missing) {
        int next = indexAfter(missing);
        FrameHeader before = next == 0 ? null : frames.get(next - 1).header();
        FrameHeader after = next == frames.size() ? null : frames.get(next).header();
        boolean isUnknown =
                marks != null && missing.to() >= marks.logs().get(log.number).doneKnownBelow();
        long count = isUnknown ? Loss.UNKNOWN : missing.size();
        List<LostRange> lostRanges = List.of(new LostRange(log.number, missing));
        if (before != null && after != null && before.run() == after.run()) {
            String run = PendingRecords.runId(after.run());
            return new Loss("damaged", run, count, before.last() + 1, after.first() - 1, lostRanges);
        }
        if (isActive() && missing.from() >= marks.firstOrdinal()) {
            long run = marks.run();
            long from = before != null && before.run() == run ? before.last() + 1 : 1;
            long to = after != null && after.run() == run ? after.first() - 1 : marks.last();
            return new Loss("damaged", PendingRecords.runId(run), count, from, Math.max(from, to), lostRanges);
        }
        return new Loss("damaged", null, count, 0, 0, lostRanges);
    }

    BufferDamage damage(List<Loss> losses) {
        long places = Math.max(log.damaged(), losses.size());
        long records =
                losses.stream().mapToLong(each -> Math.max(0, each.count())).sum();
        boolean isCounted = losses.stream().allMatch(each -> each.count() != Loss.UNKNOWN);
        return places == 0 ? BufferDamage.NONE : new BufferDamage(places, records, isCounted, files(losses));
    }

    private List<String> files(List<Loss> losses) {
        List<String> damaged = log.damagedFiles();
        return !damaged.isEmpty()
                ? damaged
                : losses.stream()
                        .map(each -> fileNear(each.lostRanges().get(0).range()))
                        .distinct()
                        .toList();
    }

    /** The file that was cut, or after which one is missing. */
    private String fileNear(SequenceRange missing) {
        int next = indexAfter(missing);
        return next == 0
                ? log.name()
                : "in or after " + log.file(frames.get(next - 1).position());
    }

    private int indexAfter(SequenceRange missing) {
        int index = 0;
        while (index < frames.size() && frames.get(index).header().ordinal() < missing.from()) {
            index++;
        }
        return index;
    }

    /** Damage found on opening: unreadable or missing places, and records lost, as far as they could be counted. */
    record BufferDamage(long places, long records, boolean isCounted, List<String> files) {
        static final BufferDamage NONE = new BufferDamage(0, 0, true, List.of());

        BufferDamage and(BufferDamage other) {
            List<String> joined =
                    Stream.concat(files.stream(), other.files.stream()).toList();
            return new BufferDamage(
                    places + other.places, records + other.records, isCounted && other.isCounted, joined);
        }

        String lostText() {
            if (records == 0) {
                return isCounted ? "no record" : "an unknown number of records";
            }
            return (isCounted ? "" : "at least ") + records + (records == 1 ? " record" : " records");
        }
    }
}
