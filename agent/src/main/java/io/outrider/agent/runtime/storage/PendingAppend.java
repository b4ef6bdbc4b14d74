package io.outrider.agent.runtime.storage;

import java.io.IOException;
import java.util.List;

/** What one caller appends. */
final class PendingAppend {
    final List<byte[]> payloads;
    final boolean forced;
    List<LogPosition> positions; // null until it is written
    IOException failure; // null unless it could not be

    PendingAppend(List<byte[]> payloads, boolean forced) {
        for (byte[] payload : payloads) {
            if (payload.length < 1 || payload.length > SegmentedLog.LARGEST) {
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
