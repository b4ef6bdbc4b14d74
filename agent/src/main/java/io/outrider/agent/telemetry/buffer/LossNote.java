package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.Gone;
import io.outrider.agent.telemetry.buffer.LossReport.Loss;
import io.outrider.agent.telemetry.buffer.SequenceRanges.Range;
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
 * What a run leaves to the next one when the lanes take nothing.
 *
 * @param run of the process
 * @param from records of this run are in memory only, from this sequence on; 0 if none are
 * @param losses that are told nowhere else; each names itself among what is gone, as of {@link #NOWHERE}, so that it is
 *     seen when it has been told
 */
record LossNote(long run, long from, List<Loss> losses) {
    static final LossNote NONE = new LossNote(0, 0, List.of());

    /** The lane of what names a loss: there is none of this number. */
    private static final int NOWHERE = Byte.MAX_VALUE;

    boolean isNone() {
        return from == 0 && losses.isEmpty();
    }

    /** Whether this run has ended in order. */
    boolean isLastOf(long which) {
        return !isNone() && from == 0 && run == which;
    }

    /** Of the losses those that fit, the first of them first. */
    static LossNote of(long run, List<Loss> losses, int most) {
        LossNote word = new LossNote(run, 0, List.of());
        for (Loss loss : losses) {
            List<Loss> longer = new ArrayList<>(word.losses);
            longer.add(named(loss, run, longer.size() + 1));
            LossNote more = new LossNote(run, 0, List.copyOf(longer));
            word = more.bytes().length <= most ? more : word;
        }
        return word;
    }

    private static Loss named(Loss loss, long run, int number) {
        TreeMap<Integer, SequenceRanges> lanes = new TreeMap<>();
        List<Gone> gone = new ArrayList<>();
        for (Gone each : loss.gone()) {
            if (each.lane() == NOWHERE) {
                gone.add(each);
            } else {
                lanes.computeIfAbsent(each.lane(), lane -> new SequenceRanges()).add(each.range());
            }
        }
        lanes.forEach((lane, ranges) -> ranges.all().forEach(range -> gone.add(new Gone(lane, range))));
        gone.add(name(run, number));
        return new Loss(loss.reason(), loss.run(), loss.count(), loss.from(), loss.to(), List.copyOf(gone));
    }

    private static Gone name(long run, int number) {
        return new Gone(NOWHERE, new Range(run, number));
    }

    /** What is to be told, if nothing else came of it. */
    List<Loss> told() {
        List<Loss> all = new ArrayList<>(losses);
        if (from > 0) {
            all.add(new Loss(LossReport.UNWRITTEN, PendingRecords.id(run), 0, from, 0, List.of(name(run, 0))));
        }
        return all;
    }

    /** Whether a loss is told by a record already, which says all this to be gone. */
    static boolean isTold(Loss loss, List<Gone> said) {
        return loss.gone().stream().anyMatch(each -> each.lane() == NOWHERE && said.contains(each));
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
                into.writeShort(loss.gone().size());
                for (Gone each : loss.gone()) {
                    into.writeByte(each.lane());
                    into.writeLong(each.range().from());
                    into.writeLong(each.range().to());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // in memory
        }
        return bytes.toByteArray();
    }

    /** @throws IOException if it cannot be one */
    static LossNote of(byte[] bytes) throws IOException {
        DataInputStream from = new DataInputStream(new ByteArrayInputStream(bytes));
        long run = from.readLong();
        long first = from.readLong();
        List<Loss> losses = new ArrayList<>();
        for (int left = from.readUnsignedShort(); left > 0; left--) {
            String reason = from.readUTF();
            String ofRun = from.readUTF();
            long count = from.readLong();
            long start = from.readLong();
            long end = from.readLong();
            List<Gone> gone = new ArrayList<>();
            for (int places = from.readUnsignedShort(); places > 0; places--) {
                gone.add(new Gone(from.readByte(), new Range(from.readLong(), from.readLong())));
            }
            losses.add(new Loss(reason, ofRun.isEmpty() ? null : ofRun, count, start, end, List.copyOf(gone)));
        }
        return new LossNote(run, first, List.copyOf(losses));
    }
}
