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

/** Rows of pending records for one {@code cloud.cache}: as JSON text, which takes least memory. One thread. */
final class ShownRows {
    /** Bytes of a local caller's result, less room for one row of at most 64 KiB. */
    private static final int MOST_BYTES = Result.LOCAL - (128 << 10);

    private final Call call;
    private final List<Object> rows = new ArrayList<>();
    private long bytes;
    private boolean full;
    private Failure failure;

    ShownRows(Call call) {
        this.call = call;
    }

    /** @return a row each from an index on; at the end {@code {"left_out", "start"}} if some did not fit */
    List<Object> read(Backlog backlog, int start, int most) throws Failure {
        backlog.peek(start, most, this::add);
        if (failure != null) {
            throw failure;
        }
        if (full) {
            rows.add(Map.of("left_out", most - rows.size(), "start", start + rows.size()));
        }
        return rows;
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
