package io.outrider.agent.telemetry.buffer;

import io.outrider.wire.Priority;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes blocks of the packed lanes. */
final class PendingFrames {
    private static final Logger LOG = LoggerFactory.getLogger(PendingFrames.class);
    private static final int MOST_BYTES = 1 << 19;

    private PendingFrames() {}

    /**
     * A block for a packed lane; not packed if that does not work.
     *
     * @param bytes that the records take when they are not packed
     */
    static PendingFrame packed(
            RecordLog lane, List<SequencedRecord> records, RecordCodec packing, FrameHeader like, int bytes)
            throws IOException {
        byte[] packed = body(records, packing);
        if (packed == null) {
            return asTheyAre(lane, records, like);
        }
        long oldest = Long.MAX_VALUE;
        long newest = Long.MIN_VALUE;
        boolean tellsLoss = false;
        for (SequencedRecord each : records) {
            Timestamp at = each.sample().at();
            oldest = Math.min(oldest, at.micros());
            newest = Math.max(newest, at.trusted() ? at.micros() : Long.MAX_VALUE);
            tellsLoss |= each.sample().type().equals(LossReport.TYPE);
        }
        Priority priority = records.get(0).sample().priority();
        long first = records.get(0).sequence();
        long last = records.get(records.size() - 1).sequence();
        FrameHeader head = new FrameHeader(
                true,
                0,
                0,
                like.run(),
                like.boot(),
                priority,
                records.size(),
                bytes,
                first,
                last,
                oldest,
                newest,
                tellsLoss,
                List.of());
        return new PendingFrame(lane, head, head.before(packed));
    }

    private static PendingFrame asTheyAre(RecordLog lane, List<SequencedRecord> records, FrameHeader like)
            throws IOException {
        FrameBuilder draft = new FrameBuilder(records.get(0).sample().priority(), List.of());
        for (SequencedRecord each : records) {
            draft.add(each.sequence(), each.sample());
        }
        return draft.block(lane, like.run(), like.boot(), 0);
    }

    /** A block that is in memory only as two; none if it cannot be divided. */
    static List<PendingFrame> halves(PendingFrame block, RecordCodec packing) {
        FrameHeader head = block.head();
        if (head.count() < 2 || !head.gone().isEmpty()) {
            return List.of();
        }
        int half = head.count() / 2;
        try {
            List<SequencedRecord> records = block.records(packing);
            PendingFrame first = asTheyAre(block.lane, records.subList(0, half), head);
            PendingFrame second = asTheyAre(block.lane, records.subList(half, records.size()), head);
            block.done.stream().forEach(i -> (i < half ? first : second).finish(i < half ? i : i - half));
            return List.of(first, second);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static byte[] body(List<SequencedRecord> records, RecordCodec packing) {
        try {
            byte[] packed = packing.pack(records);
            return packed.length <= MOST_BYTES ? packed : null;
        } catch (RuntimeException e) {
            LOG.error("{} records could not be packed and are kept as they are", records.size(), e);
            return null;
        }
    }
}
