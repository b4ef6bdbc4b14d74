package io.outrider.agent.telemetry.buffer;

import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/**
 * Part of the backlog at one time.
 *
 * @param frames copies of its own
 * @param skip number of records to skip in them
 * @param most records
 */
record PeekWindow(List<PendingFrame> frames, long skip, int most, RecordCodec codec) {
    /**
     * Reads the records, one frame at a time, without unreadable and dropped frames.
     *
     * @param visitor returns false to stop
     */
    void read(Predicate<SequencedRecord> visitor) {
        int found = 0;
        long skipLeft = skip;
        for (PendingFrame frame : frames) {
            List<SequencedRecord> records;
            try {
                records = frame.records(codec);
            } catch (IOException e) {
                skipLeft = Math.max(0, skipLeft - frame.remaining());
                continue; // reported on delivery
            }
            for (int i = 0; i < records.size() && found < most; i++) {
                if (!frame.done.get(i) && --skipLeft < 0) {
                    found++;
                    if (!visitor.test(records.get(i))) {
                        return;
                    }
                }
            }
        }
    }
}
