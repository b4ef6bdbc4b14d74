package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.CorruptRecordException;
import io.outrider.agent.runtime.storage.LogPosition;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The records of one frame that are still wanted. Guarded by the stock's lock. */
final class PendingFrame {
    private static final long MOST_FAILING = 60_000_000; // microseconds

    final RecordLog lane;
    final BitSet done = new BitSet(0);
    final BitSet taken = new BitSet(0);
    final int length;
    private FrameHeader head;
    private byte[] frame; // while it is in memory only
    private LogPosition place; // once it is on the disk
    private int left;
    private boolean isFailing; // whether it could not be read the last time
    private long failsSince; // microseconds

    PendingFrame(RecordLog lane, FrameHeader head, byte[] frame) {
        this.lane = lane;
        this.head = head;
        this.frame = frame;
        length = frame.length;
        left = head.count();
    }

    PendingFrame(RecordLog lane, FrameHeader head, LogPosition place, int length) {
        this.lane = lane;
        this.head = head;
        this.place = place;
        this.length = length;
        left = head.count();
    }

    /** A copy that can be read without the lock, unless its segment is dropped. */
    PendingFrame asItIs() {
        PendingFrame copy = new PendingFrame(lane, head, place, length);
        copy.frame = frame;
        copy.done.or(done);
        copy.left = left;
        return copy;
    }

    FrameHeader head() {
        return head;
    }

    /** Null while it is in memory only. */
    LogPosition place() {
        return place;
    }

    /** As it is to be written next in its log. */
    byte[] placed(long ordinal, long low) {
        head = head.at(ordinal, low);
        FrameHeader.place(frame, ordinal, low);
        return frame;
    }

    void isAt(LogPosition where) {
        place = where;
        frame = null;
    }

    /** How many are still wanted. */
    int left() {
        return left;
    }

    /** @return whether it was wanted until now */
    boolean finish(int index) {
        taken.clear(index);
        if (done.get(index)) {
            return false;
        }
        done.set(index);
        left--;
        return true;
    }

    boolean isFree(int index) {
        return !done.get(index) && !taken.get(index);
    }

    /** How many are wanted and not taken. */
    int free() {
        return left - taken.cardinality();
    }

    /** About how many bytes one of its records takes that is not packed. */
    int each() {
        return Math.max(1, head.bytes() / head.count());
    }

    /**
     * It could not be read.
     *
     * @param upMicros now, by the machine's monotonic clock
     * @return whether it never will be: what is there is wrong, or it was tried for a minute
     */
    boolean isUnreadable(IOException why, long upMicros) {
        failsSince = isFailing ? failsSince : upMicros;
        isFailing = true;
        return why instanceof CorruptRecordException || upMicros - failsSince >= MOST_FAILING;
    }

    /** It could be read. */
    void isReadable() {
        isFailing = false;
    }

    /**
     * All its records, done ones too.
     *
     * @throws CorruptRecordException if it is no use to try again
     */
    List<SequencedRecord> records(RecordCodec packing) throws IOException {
        byte[] bytes = frame != null ? frame : lane.read(place);
        try {
            return records(bytes, packing);
        } catch (IOException e) {
            throw new CorruptRecordException("the records at " + place + " are no records", e);
        }
    }

    private List<SequencedRecord> records(byte[] bytes, RecordCodec packing) throws IOException {
        if (!head.packed()) {
            return RowReader.read(bytes, head);
        }
        byte[] packed = Arrays.copyOfRange(bytes, head.length(), bytes.length);
        List<SequencedRecord> records = packing.unpack(packed);
        if (records.size() != head.count()) {
            throw new IOException(records.size() + " records where " + head.count() + " should be");
        }
        return records;
    }
}
