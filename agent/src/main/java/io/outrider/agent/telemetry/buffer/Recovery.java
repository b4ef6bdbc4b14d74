package io.outrider.agent.telemetry.buffer;

import static io.outrider.agent.runtime.Locks.locked;

import io.outrider.agent.telemetry.buffer.FrameHeader.LostRange;
import io.outrider.agent.telemetry.buffer.LossReport.Loss;
import io.outrider.agent.telemetry.buffer.MissingRecords.BufferDamage;
import io.outrider.agent.telemetry.buffer.RunProgress.RunCheckpoint;
import io.outrider.agent.telemetry.buffer.SequenceRanges.SequenceRange;
import io.outrider.agent.telemetry.buffer.Watermarks.LogMark;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Recovery on opening: reads the logs, rebuilds the pending frames and reports missing records as losses. */
record Recovery(List<RecordLog> logs, PendingRecords pending, RecordCodec codec, ReserveFile reserve) {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    /**
     * Opens the logs and indexes what is pending; opening can be retried after an exception.
     *
     * @param last watermarks of the last run; null if there are none
     * @return ordinals of the active log whose records are in a compacted log too: done once that log is forced
     */
    SequenceRanges open(Watermarks last) throws IOException {
        List<LogScanResult> scans = new ArrayList<>();
        try {
            for (RecordLog log : logs) {
                LogScanResult scan = new LogScanResult(log);
                log.open(scan::onFrame);
                scans.add(scan);
            }
        } catch (IOException e) {
            logs.forEach(log -> log.cannotOpen(e));
            throw e;
        }
        SequenceRanges moved = new SequenceRanges();
        locked(pending.lock, () -> rebuild(scans, last, moved));
        return moved;
    }

    private void rebuild(List<LogScanResult> scans, Watermarks last, SequenceRanges moved) {
        LossNote note = reserve.read();
        RunCheckpoint checkpoint = scans.get(0).checkpoint();
        Watermarks marks = last != null && areCurrent(last, scans.get(0)) ? last : null;
        addNotedLosses(note, scans.get(0).lostRanges);
        BufferDamage damage = reconcile(scans, marks, moved);
        addPowerCut(checkpoint, marks, note);
        logs.forEach(each -> each.confirm(each.next()));
        pending.progress.recovered(checkpoint == null ? 0 : checkpoint.run(), damage);
    }

    /** True if the watermarks are of the last run found in the active log; older versions of the agent write none. */
    private static boolean areCurrent(Watermarks marks, LogScanResult active) {
        RunCheckpoint checkpoint = active.checkpoint();
        return checkpoint == null
                || checkpoint.run() == marks.run()
                || checkpoint.run() == marks.previousRun()
                || active.log.next() < marks.logs().get(0).next();
    }

    private BufferDamage reconcile(List<LogScanResult> scans, Watermarks marks, SequenceRanges moved) {
        List<LogScanResult> empty =
                scans.stream().filter(LogScanResult::isEmpty).toList();
        for (LogScanResult scan : scans) {
            if (marks != null) {
                LogMark mark = marks.logs().get(scan.log.number);
                scan.log.extendTo(mark.next());
                mark.done().forEach(scan.done::add);
            }
            scan.log.done.addAll(scan.done);
        }
        for (LostRange each : scans.get(0).lostRanges) {
            if (each.log() >= 0 && each.log() < logs.size() && each.range().from() >= 0) {
                LogScanResult scan = scans.get(each.log());
                scan.done.add(each.range());
                scan.log.deferDone(each.range());
                scan.log.extendTo(each.range().to() + 1);
            }
        }
        for (LogScanResult scan : empty) {
            if (marks == null && scan.log.next() > 0) { // all were done, else frames would be there
                scan.log.done.add(0, scan.log.next() - 1);
                scan.done.add(0, scan.log.next() - 1);
            }
        }
        BufferDamage damage = BufferDamage.NONE;
        for (LogScanResult scan : scans) {
            scan.frames().forEach(frame -> put(frame, scan.done));
            damage = damage.and(addMissing(new MissingRecords(scan.log, scan.frames(), marks), scan.done));
        }
        markCompactedDone(scans, moved);
        pending.markDirty();
        return damage;
    }

    private void markCompactedDone(List<LogScanResult> scans, SequenceRanges moved) {
        Map<List<Object>, SequenceRanges> compacted = new HashMap<>(); // sequences
        for (LogScanResult scan : scans.subList(1, scans.size())) {
            for (PendingFrame frame : scan.frames()) {
                FrameHeader header = frame.header();
                compacted
                        .computeIfAbsent(runAndPriority(header), absent -> new SequenceRanges())
                        .add(header.first(), header.last());
            }
        }
        for (PendingFrame frame : scans.get(0).frames()) {
            SequenceRanges compactedRanges = compacted.get(runAndPriority(frame.header()));
            if (compactedRanges != null && frame.remaining() > 0) {
                markDoneIfCompacted(frame, compactedRanges, moved);
            }
        }
    }

    private static List<Object> runAndPriority(FrameHeader header) {
        return List.of(header.run(), header.priority());
    }

    private static void put(PendingFrame frame, SequenceRanges done) {
        long ordinal = frame.header().ordinal();
        for (int i = 0; i < frame.header().count(); i++) {
            if (done.contains(ordinal + i)) {
                frame.markDone(i);
            }
        }
        frame.log.put(frame);
    }

    /** Of a record in both logs, the compacted one is delivered; it may not be forced, so the other is not done yet. */
    private void markDoneIfCompacted(PendingFrame frame, SequenceRanges compacted, SequenceRanges moved) {
        FrameHeader header = frame.header();
        if (compacted
                .gaps(header.first(), header.last())
                .equals(List.of(new SequenceRange(header.first(), header.last())))) {
            return;
        }
        try {
            List<SequencedRecord> records = frame.records(codec);
            for (int i = 0; i < records.size(); i++) {
                if (compacted.contains(records.get(i).sequence())) {
                    frame.markDone(i);
                    moved.add(header.ordinal() + i);
                }
            }
        } catch (IOException e) {
            pending.discardAsLost(frame, "damaged");
            return;
        }
        pending.removeIfDone(frame);
    }

    private BufferDamage addMissing(MissingRecords missing, SequenceRanges done) {
        List<Loss> lost = missing.losses(done);
        for (Loss each : lost) {
            pending.losses.add(each);
            missing.log().deferDone(each.lostRanges().get(0).range());
        }
        BufferDamage damage = missing.damage(lost);
        if (damage.places() > 0) {
            LOG.warn(
                    "record buffer {} is damaged ({}): {} lost; check the disk with dmesg",
                    missing.log().folder,
                    String.join(", ", damage.files()),
                    damage.lostText());
        }
        return damage;
    }

    /** @param lostRanges reported by loss records of the active log */
    private void addNotedLosses(LossNote note, List<LostRange> lostRanges) {
        List<LostRange> reported = List.copyOf(lostRanges);
        for (Loss loss : note.allLosses()) {
            if (!LossNote.isReported(loss, reported)) {
                pending.losses.add(loss);
                lostRanges.addAll(loss.lostRanges());
            }
        }
    }

    private void addPowerCut(RunCheckpoint ofLog, Watermarks marks, LossNote note) {
        RunCheckpoint newest = marks == null ? ofLog : latest(ofLog, marks);
        boolean endedCleanly = newest != null && (newest.clean() || note.isCleanEndOf(newest.run()));
        if (newest != null && !endedCleanly && newest.boot() != pending.progress.boot) {
            pending.losses.add(new Loss(
                    LossReport.POWER_CUT, PendingRecords.runId(newest.run()), 0, newest.last() + 1, 0, List.of()));
        }
    }

    /** The later of the two checkpoints: of the active log, or of the watermarks if that log was cut. */
    private static RunCheckpoint latest(RunCheckpoint ofLog, Watermarks marks) {
        RunCheckpoint marked = new RunCheckpoint(0, 0, marks.run(), marks.boot(), marks.last(), marks.clean());
        if (ofLog != null && ofLog.run() == marks.run()) {
            boolean isClean = ofLog.clean() || marks.clean() && ofLog.last() <= marks.last();
            return new RunCheckpoint(0, 0, ofLog.run(), ofLog.boot(), Math.max(ofLog.last(), marks.last()), isClean);
        }
        return ofLog == null || ofLog.run() == marks.previousRun() && marks.last() > 0 ? marked : ofLog;
    }
}
