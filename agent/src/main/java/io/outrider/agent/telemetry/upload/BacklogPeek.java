package io.outrider.agent.telemetry.upload;

import io.outrider.agent.telemetry.buffer.Backlog;
import io.outrider.agent.telemetry.buffer.Buffer;
import io.outrider.wire.Batch;
import io.outrider.wire.SequencedRecord;
import java.util.List;
import java.util.function.Predicate;

/** View of the pending records, for the command line and the local API. */
record BacklogPeek(Buffer buffer) implements BacklogView {
    private static final int BATCH_RECORDS = 500;

    @Override
    public List<SequencedRecord> peek(long from, int most) {
        return buffer.peek(from, most);
    }

    @Override
    public void peek(long from, int most, Predicate<SequencedRecord> visitor) {
        buffer.peek(from, most, visitor);
    }

    @Override
    public long clear(String reason) {
        long cleared = 0;
        long initial = buffer.pending().records();
        while (cleared < initial) { // records accepted meanwhile stay, such as the loss report of this call
            Batch batch = buffer.take(Backlog.Order.OLDEST, BATCH_RECORDS);
            if (batch == null) {
                break;
            }
            buffer.discarded(batch, reason);
            cleared += batch.records().size();
        }
        return cleared;
    }
}
