package io.outrider.agent.telemetry.upload;

import io.outrider.agent.telemetry.buffer.Backlog;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.results.Result;
import io.outrider.wire.results.ResultWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Rows of pending records for {@code cloud.cache}: as JSON text, which takes least memory. Any thread. */
final class ShownRows {
    /** Bytes of a local caller's result, less room for one row of at most 64 KiB. */
    private static final int MOST_BYTES = Result.LOCAL - (128 << 10);

    private final Backlog backlog;
    private final ReentrantLock looking = new ReentrantLock();

    ShownRows(Backlog backlog) {
        this.backlog = backlog;
    }

    /**
     * Rows from an index on; one call at a time, as records in memory take several times their text.
     *
     * @return a row each; at the end {@code {"left_out", "start"}} if some did not fit
     */
    List<Object> from(int start, int most, Call call) throws Failure, InterruptedException {
        List<Object> rows = new ArrayList<>();
        looking.lockInterruptibly();
        try {
            RowCollector collector = new RowCollector(rows, call);
            backlog.peek(start, most, collector::add);
            if (collector.failure != null) {
                throw collector.failure;
            }
            if (collector.full) {
                rows.add(Map.of("left_out", most - rows.size(), "start", start + rows.size()));
            }
        } finally {
            looking.unlock();
        }
        return rows;
    }

    private static final class RowCollector {
        private final List<Object> rows;
        private final Call call;
        private long bytes;
        private boolean full;
        private Failure failure;

        private RowCollector(List<Object> rows, Call call) {
            this.rows = rows;
            this.call = call;
        }

        private boolean add(SequencedRecord record) {
            try {
                Result row = ResultWriter.write(record.record().row(), 2 * Result.SENT);
                full = bytes + row.weight() > MOST_BYTES || !call.reserve(row.weight());
                if (!full) {
                    bytes += row.weight();
                    rows.add(row);
                }
            } catch (Failure e) {
                failure = e;
            }
            return !full && failure == null && !Thread.currentThread().isInterrupted();
        }
    }
}
