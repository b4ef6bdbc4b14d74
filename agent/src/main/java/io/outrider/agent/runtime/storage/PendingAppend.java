package io.outrider.agent.runtime.storage;

import java.io.IOException;
import java.util.List;

/** Append request of one caller. */
final class PendingAppend {
    final List<byte[]> payloads;
    final boolean forced;
    List<LogPosition> positions; // null until written
    IOException failure; // null unless the write failed

    PendingAppend(List<byte[]> payloads, boolean forced) {
        for (byte[] payload : payloads) {
            if (payload.length < 1 || payload.length > SegmentedLog.MAX_RECORD_BYTES) {
                throw new IllegalArgumentException("a record of " + payload.length + " bytes");
            }
        }
        this.payloads = payloads;
        this.forced = forced;
    }

    boolean isDone() {
        return positions != null || failure != null;
    }

    int size() {
        return payloads.stream()
                .mapToInt(each -> RecordFraming.HEADER + each.length)
                .sum();
    }
}
