package io.outrider.agent;

import io.outrider.agent.buffer.Backlog;
import io.outrider.agent.buffer.Batch;
import io.outrider.agent.buffer.Buffer;
import io.outrider.agent.buffer.Numbered;
import io.outrider.agent.telemetry.Priority;
import io.outrider.agent.upload.Peek;
import java.util.ArrayList;
import java.util.List;

/** What waits in the buffer, for people to look at. */
record Waiting(Buffer buffer) implements Peek {
    private static final int AT_ONCE = 500;

    @Override
    public List<Numbered> peek(long from, int most) {
        List<Numbered> oldest = new ArrayList<>();
        int needed = Math.toIntExact(Math.min(Integer.MAX_VALUE, from + most));
        for (Priority priority : Priority.values()) {
            if (oldest.size() < needed) {
                oldest.addAll(buffer.peek(priority, needed - oldest.size()));
            }
        }
        return from >= oldest.size() ? List.of() : oldest.subList((int) from, oldest.size());
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
