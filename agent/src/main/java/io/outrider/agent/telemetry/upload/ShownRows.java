package io.outrider.agent.telemetry.upload;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.results.Result;
import io.outrider.wire.results.ResultWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Rows of what waits, for people: as JSON, so that many large ones take no more than their bytes. Any thread. */
final class ShownRows {
    /** Bytes of a result that a caller on the unit gets; a row has at most 64 KiB. */
    private static final int MOST_BYTES = Result.LOCAL - (128 << 10);

    private final BacklogView peek;
    private final ReentrantLock looking = new ReentrantLock();

    ShownRows(BacklogView peek) {
        this.peek = peek;
    }

    /**
     * Shows some, one call after the other, as what is read from the disk takes several times as much until it is written.
     *
     * @return a row each; at the end {@code {"left_out", "start"}} if some did not fit
     */
    List<Object> from(int start, int most, Call call) throws Failure, InterruptedException {
        List<Object> rows = new ArrayList<>();
        looking.lockInterruptibly();
        try {
            RowCollector reading = new RowCollector(rows, call);
            peek.peek(start, most, reading::take);
            if (reading.failure != null) {
                throw reading.failure;
            }
            if (reading.full) {
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

        private boolean take(SequencedRecord record) {
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
