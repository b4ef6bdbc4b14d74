package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.CorruptRecordException;
import io.outrider.agent.runtime.storage.LogPosition;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Frame with pending records. Guarded by the lock of the buffer. */
final class PendingFrame {
    private static final long MAX_FAILING_MICROS = 60_000_000;

    final RecordLog log;
    final BitSet done = new BitSet(0);
    final BitSet inFlight = new BitSet(0);
    final int length;
    private FrameHeader header;
    private byte[] encoded; // null once it is on the disk
    private LogPosition position; // null while it is in memory only
    private int remaining;
    private Long failsSince; // microseconds; null if the last read worked

    PendingFrame(RecordLog log, FrameHeader header, byte[] encoded) {
        this(log, header, null, encoded.length);
        this.encoded = encoded;
    }

    PendingFrame(RecordLog log, FrameHeader header, LogPosition position, int length) {
        this.log = log;
        this.header = header;
        this.position = position;
        this.length = length;
        remaining = header.count();
    }

    /** Copy that can be read without the lock until its segment is dropped. */
    PendingFrame snapshot() {
        PendingFrame copy = new PendingFrame(log, header, position, length);
        copy.encoded = encoded;
        copy.done.or(done);
        copy.remaining = remaining;
        return copy;
    }

    FrameHeader header() {
        return header;
    }

    LogPosition position() {
        return position;
    }

    /** Encodes the frame with the ordinals of the next append. */
    byte[] encodeAt(long ordinal, long low) {
        FrameHeader.setOrdinals(encoded, ordinal, low);
        header = FrameHeader.of(ByteBuffer.wrap(encoded));
        return encoded;
    }

    void setPosition(LogPosition writtenAt) {
        position = writtenAt;
        encoded = null;
    }

    /** Number of pending records. */
    int remaining() {
        return remaining;
    }

    /** @return whether the record was pending */
    boolean markDone(int index) {
        inFlight.clear(index);
        if (done.get(index)) {
            return false;
        }
        done.set(index);
        remaining--;
        return true;
    }

    boolean isFree(int index) {
        return !done.get(index) && !inFlight.get(index);
    }

    /** Number of pending records that are not in flight. */
    int free() {
        return remaining - inFlight.cardinality();
    }

    /** Approximate size of one record as a row. */
    int recordBytes() {
        return Math.max(1, header.bytes() / header.count());
    }

    /** Records a failed read; returns true if the frame is unreadable for good: corrupt, or failing for a minute. */
    boolean recordReadFailure(IOException why, long upMicros) {
        failsSince = failsSince == null ? upMicros : failsSince;
        return why instanceof CorruptRecordException || upMicros - failsSince >= MAX_FAILING_MICROS;
    }

    /** Frames of both halves; empty if it cannot be split. For a frame in memory only. */
    List<PendingFrame> halves(RecordCodec codec) {
        if (header.count() < 2 || !header.lostRanges().isEmpty()) {
            return List.of();
        }
        int middle = header.count() / 2;
        try {
            List<SequencedRecord> records = records(codec);
            PendingFrame first = FrameBuilder.plain(log, records.subList(0, middle), header);
            PendingFrame second = FrameBuilder.plain(log, records.subList(middle, records.size()), header);
            done.stream().forEach(i -> (i < middle ? first : second).markDone(i < middle ? i : i - middle));
            return List.of(first, second);
        } catch (IOException e) {
            return List.of();
        }
    }

    void clearReadFailure() {
        failsSince = null;
    }

    /** All records, done ones too. @throws CorruptRecordException if a retry is of no use */
    List<SequencedRecord> records(RecordCodec codec) throws IOException {
        byte[] bytes = encoded != null ? encoded : log.read(position);
        try {
            return records(bytes, codec);
        } catch (IOException e) {
            throw new CorruptRecordException("the records at " + position + " are no records", e);
        }
    }

    private List<SequencedRecord> records(byte[] bytes, RecordCodec codec) throws IOException {
        if (!header.compressed()) {
            return RowReader.read(bytes, header);
        }
        byte[] compressed = Arrays.copyOfRange(bytes, header.length(), bytes.length);
        List<SequencedRecord> records = codec.unpack(compressed);
        if (records.size() != header.count()) {
            throw new IOException(records.size() + " records where " + header.count() + " should be");
        }
        return records;
    }
}
