package io.outrider.agent.telemetry.buffer;

import io.outrider.wire.SequencedRecord;
import java.util.ArrayList;
import java.util.List;

/** Records that a peek into the buffer shows. */
final class PeekedRecords {
    private PeekedRecords() {}

    static List<SequencedRecord> of(Buffer buffer, long from, int most) {
        List<SequencedRecord> records = new ArrayList<>();
        buffer.peek(from, most, records::add);
        return records;
    }
}
