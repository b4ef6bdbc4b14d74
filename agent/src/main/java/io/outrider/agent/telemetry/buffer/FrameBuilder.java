package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.LostRange;
import io.outrider.wire.Priority;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builder of a frame with records of one priority, before their sequences are known. One thread. */
final class FrameBuilder {
    private static final Logger LOG = LoggerFactory.getLogger(FrameBuilder.class);
    private static final int MAX_BYTES = 1 << 19;
    private static final int MAX_RECORDS = 500;

    private final Priority priority;
    private final List<LostRange> lostRanges;
    private final RowWriter rows;
    private long first;
    private long last;
    private int count;
    private long oldest = Long.MAX_VALUE;
    private long newest = Long.MIN_VALUE;
    private int flags;

    /** @param lostRanges that its records report as lost */
    FrameBuilder(Priority priority, List<LostRange> lostRanges) {
        this.priority = priority;
        this.lostRanges = lostRanges;
        rows = new RowWriter(FrameHeader.length(lostRanges));
    }

    /** @throws IOException if the record cannot be encoded; the frame is unchanged then */
    void add(long offset, TelemetryRecord record) throws IOException {
        rows.add(count == 0 ? 0 : offset - first, record);
        count(offset, record);
    }

    private void count(long offset, TelemetryRecord record) {
        first = count == 0 ? offset : first;
        last = offset;
        count++;
        oldest = Math.min(oldest, record.at().micros());
        newest = Math.max(newest, record.at().trusted() ? record.at().micros() : Long.MAX_VALUE);
        flags |= record.type().equals(LossReport.TYPE) ? FrameHeader.LOSS : 0;
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return count == MAX_RECORDS || rows.length() > MAX_BYTES;
    }

    /** @param base of the sequences, to which offsets are added */
    PendingFrame build(RecordLog log, long run, long boot, long base) {
        FrameHeader header = header(run, boot, base, rows.length());
        byte[] frame = rows.bytes();
        header.write(frame);
        return new PendingFrame(log, header, frame);
    }

    private FrameHeader header(long run, long boot, long base, int bytes) {
        long start = base + first;
        long end = base + last;
        return new FrameHeader(0, 0, run, boot, start, end, oldest, newest, count, bytes, priority, flags, lostRanges);
    }

    /** Frame compressed by the codec; plain rows if that fails. @param bytes size of the records as rows */
    static PendingFrame compressed(
            RecordLog log, List<SequencedRecord> records, RecordCodec codec, FrameHeader like, int bytes)
            throws IOException {
        byte[] compressed = compress(records, codec);
        if (compressed == null) {
            return plain(log, records, like);
        }
        FrameBuilder builder = new FrameBuilder(like.priority(), List.of());
        builder.flags = FrameHeader.COMPRESSED;
        records.forEach(each -> builder.count(each.sequence(), each.record()));
        FrameHeader header = builder.header(like.run(), like.boot(), 0, bytes);
        byte[] frame = new byte[header.length() + compressed.length];
        header.write(frame);
        System.arraycopy(compressed, 0, frame, header.length(), compressed.length);
        return new PendingFrame(log, header, frame);
    }

    /** @return null if it fails, or the result is too large */
    private static byte[] compress(List<SequencedRecord> records, RecordCodec codec) {
        try {
            byte[] compressed = codec.pack(records);
            return compressed.length <= MAX_BYTES ? compressed : null;
        } catch (RuntimeException e) {
            LOG.error("{} records could not be compressed; stored uncompressed", records.size(), e);
            return null;
        }
    }

    static PendingFrame plain(RecordLog log, List<SequencedRecord> records, FrameHeader like) throws IOException {
        FrameBuilder builder = new FrameBuilder(like.priority(), List.of());
        for (SequencedRecord each : records) {
            builder.add(each.sequence(), each.record());
        }
        return builder.build(log, like.run(), like.boot(), 0);
    }

    /**
     * Records to append, encoded before the lock of the buffer is taken, the most important priority first.
     *
     * @param count of encoded records, with offsets from 0 on
     * @param invalid number of records that could not be encoded
     */
    record AppendRequests(List<FrameBuilder> builders, int count, int invalid) {
        /** @param lostRanges that the records report as lost */
        static AppendRequests of(List<TelemetryRecord> records, List<LostRange> lostRanges) {
            Map<Priority, List<FrameBuilder>> byPriority = new EnumMap<>(Priority.class);
            int count = 0;
            for (TelemetryRecord record : records) {
                List<FrameBuilder> builders = byPriority.computeIfAbsent(record.priority(), each -> new ArrayList<>(1));
                if (builders.isEmpty() || builders.get(builders.size() - 1).isFull()) {
                    builders.add(new FrameBuilder(record.priority(), lostRanges));
                }
                try {
                    builders.get(builders.size() - 1).add(count, record);
                    count++;
                } catch (IOException e) {
                    continue; // counted as invalid
                }
            }
            List<FrameBuilder> builders = byPriority.values().stream()
                    .flatMap(List::stream)
                    .filter(each -> !each.isEmpty())
                    .toList();
            return new AppendRequests(builders, count, records.size() - count);
        }
    }
}
