package io.outrider.agent.telemetry.upload;

import io.outrider.agent.telemetry.buffer.Backlog;
import io.outrider.agent.telemetry.buffer.Buffer;
import io.outrider.wire.Batch;
import io.outrider.wire.Numbered;
import java.util.List;
import java.util.function.Predicate;

/** What waits in the buffer, for people to look at. */
record Waiting(Buffer buffer) implements Peek {
    private static final int AT_ONCE = 500;

    @Override
    public List<Numbered> peek(long from, int most) {
        return buffer.peek(from, most);
    }

    @Override
    public void peek(long from, int most, Predicate<Numbered> to) {
        buffer.peek(from, most, to);
    }

    @Override
    public long clear(String reason) {
        long cleared = 0;
        long waited = buffer.pending().records();
        while (cleared < waited) { // and not what comes meanwhile, which may be what is told of this
            Batch batch = buffer.take(Backlog.Order.OLDEST, AT_ONCE);
            if (batch == null) {
                break;
            }
            buffer.discarded(batch, reason);
            cleared += batch.records().size();
        }
        return cleared;
    }
}
