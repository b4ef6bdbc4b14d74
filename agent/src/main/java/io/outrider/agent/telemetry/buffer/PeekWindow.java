package io.outrider.agent.telemetry.buffer;

import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/**
 * A part of what waited at a moment.
 *
 * @param blocks copies, nobody else's
 * @param before how many of the records in them are passed over
 * @param most records
 */
record PeekWindow(List<PendingFrame> blocks, long before, int most, RecordCodec packing) {
    /**
     * Reads them, a block at a time; without those that cannot be read or were dropped meanwhile.
     *
     * @param to returns false when it takes no more
     */
    void read(Predicate<SequencedRecord> to) {
        int found = 0;
        long over = before;
        for (PendingFrame block : blocks) {
            List<SequencedRecord> records;
            try {
                records = block.records(packing);
            } catch (IOException e) {
                over = Math.max(0, over - block.left());
                continue; // it is told when it is to be delivered
            }
            for (int i = 0; i < records.size() && found < most; i++) {
                if (!block.done.get(i) && --over < 0) {
                    found++;
                    if (!to.test(records.get(i))) {
                        return;
                    }
                }
            }
        }
    }
}
