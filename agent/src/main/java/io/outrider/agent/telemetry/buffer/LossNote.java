package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.LostRange;
import io.outrider.agent.telemetry.buffer.LossReport.Loss;
import io.outrider.agent.telemetry.buffer.SequenceRanges.SequenceRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Note of unreported losses that a run leaves to the next one when the logs cannot be written.
 *
 * @param run of the process
 * @param from first sequence of this run that is in memory only; 0 if none
 * @param losses reported nowhere else; each has a marker range of {@link #MARKER_LOG}, by which the next run detects
 *     that it has been reported
 */
record LossNote(long run, long from, List<Loss> losses) {
    static final LossNote NONE = new LossNote(0, 0, List.of());

    /** Log number of marker ranges; no log has it. */
    private static final int MARKER_LOG = Byte.MAX_VALUE;

    boolean isEmpty() {
        return from == 0 && losses.isEmpty();
    }

    /** True if the run has ended in order. */
    boolean isCleanEndOf(long ofRun) {
        return !isEmpty() && from == 0 && run == ofRun;
    }

    /** Note with as many of the losses, from the first on, as fit. */
    static LossNote of(long run, List<Loss> losses, int maxBytes) {
        LossNote note = new LossNote(run, 0, List.of());
        for (Loss loss : losses) {
            List<Loss> longer = new ArrayList<>(note.losses);
            longer.add(withMarker(loss, run, longer.size() + 1));
            LossNote more = new LossNote(run, 0, List.copyOf(longer));
            note = more.bytes().length <= maxBytes ? more : note;
        }
        return note;
    }

    private static Loss withMarker(Loss loss, long run, int number) {
        TreeMap<Integer, SequenceRanges> logs = new TreeMap<>();
        List<LostRange> lostRanges = new ArrayList<>();
        for (LostRange each : loss.lostRanges()) {
            if (each.log() == MARKER_LOG) {
                lostRanges.add(each);
            } else {
                logs.computeIfAbsent(each.log(), log -> new SequenceRanges()).add(each.range());
            }
        }
        logs.forEach((log, ranges) -> ranges.all().forEach(range -> lostRanges.add(new LostRange(log, range))));
        lostRanges.add(marker(run, number));
        return new Loss(loss.reason(), loss.run(), loss.count(), loss.from(), loss.to(), List.copyOf(lostRanges));
    }

    private static LostRange marker(long run, int number) {
        return new LostRange(MARKER_LOG, new SequenceRange(run, number));
    }

    /** The losses to report, that of killed records included. */
    List<Loss> allLosses() {
        List<Loss> all = new ArrayList<>(losses);
        if (from > 0) {
            all.add(new Loss(LossReport.UNWRITTEN, PendingRecords.runId(run), 0, from, 0, List.of(marker(run, 0))));
        }
        return all;
    }

    /** True if a record that reports the loss, found by its marker, is in the log already. */
    static boolean isReported(Loss loss, List<LostRange> reported) {
        return loss.lostRanges().stream().anyMatch(each -> each.log() == MARKER_LOG && reported.contains(each));
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream into = new DataOutputStream(bytes)) {
            into.writeLong(run);
            into.writeLong(from);
            into.writeShort(losses.size());
            for (Loss loss : losses) {
                into.writeUTF(loss.reason());
                into.writeUTF(loss.run() == null ? "" : loss.run());
                into.writeLong(loss.count());
                into.writeLong(loss.from());
                into.writeLong(loss.to());
                into.writeShort(loss.lostRanges().size());
                for (LostRange each : loss.lostRanges()) {
                    into.writeByte(each.log());
                    into.writeLong(each.range().from());
                    into.writeLong(each.range().to());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // in memory
        }
        return bytes.toByteArray();
    }

    /** @throws IOException if the bytes are no valid note */
    static LossNote of(byte[] bytes) throws IOException {
        DataInputStream from = new DataInputStream(new ByteArrayInputStream(bytes));
        long run = from.readLong();
        long first = from.readLong();
        List<Loss> losses = new ArrayList<>();
        for (int remaining = from.readUnsignedShort(); remaining > 0; remaining--) {
            String reason = from.readUTF();
            String ofRun = from.readUTF();
            long lost = from.readLong();
            long start = from.readLong();
            long end = from.readLong();
            List<LostRange> lostRanges = new ArrayList<>();
            for (int ranges = from.readUnsignedShort(); ranges > 0; ranges--) {
                lostRanges.add(new LostRange(from.readByte(), new SequenceRange(from.readLong(), from.readLong())));
            }
            losses.add(new Loss(reason, ofRun.isEmpty() ? null : ofRun, lost, start, end, List.copyOf(lostRanges)));
        }
        return new LossNote(run, first, List.copyOf(losses));
    }
}
