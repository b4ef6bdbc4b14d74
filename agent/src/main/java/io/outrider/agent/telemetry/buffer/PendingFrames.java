package io.outrider.agent.telemetry.buffer;

import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Factory of frames of the compacted logs. */
final class PendingFrames {
    private static final Logger LOG = LoggerFactory.getLogger(PendingFrames.class);
    private static final int MAX_BYTES = 1 << 19;

    private PendingFrames() {}

    /**
     * Frame compressed by the codec; plain rows if that fails.
     *
     * @param bytes size of the records as rows
     */
    static PendingFrame compressed(
            RecordLog log, List<SequencedRecord> records, RecordCodec codec, FrameHeader like, int bytes)
            throws IOException {
        byte[] compressed = compress(records, codec);
        return compressed == null
                ? plain(log, records, like)
                : FrameBuilder.compressed(log, records, compressed, like, bytes);
    }

    private static PendingFrame plain(RecordLog log, List<SequencedRecord> records, FrameHeader like)
            throws IOException {
        FrameBuilder builder = new FrameBuilder(like.priority(), List.of());
        for (SequencedRecord each : records) {
            builder.add(each.sequence(), each.record());
        }
        return builder.build(log, like.run(), like.boot(), 0);
    }

    /** Splits a frame that is in memory only; empty if it cannot be split. */
    static List<PendingFrame> halves(PendingFrame frame, RecordCodec codec) {
        FrameHeader header = frame.header();
        if (header.count() < 2 || !header.lostRanges().isEmpty()) {
            return List.of();
        }
        int middle = header.count() / 2;
        try {
            List<SequencedRecord> records = frame.records(codec);
            PendingFrame first = plain(frame.log, records.subList(0, middle), header);
            PendingFrame second = plain(frame.log, records.subList(middle, records.size()), header);
            frame.done.stream().forEach(i -> (i < middle ? first : second).markDone(i < middle ? i : i - middle));
            return List.of(first, second);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static byte[] compress(List<SequencedRecord> records, RecordCodec codec) {
        try {
            byte[] compressed = codec.pack(records);
            return compressed.length <= MAX_BYTES ? compressed : null;
        } catch (RuntimeException e) {
            LOG.error("{} records could not be compressed; stored uncompressed", records.size(), e);
            return null;
        }
    }
}
