package io.outrider.agent.telemetry.buffer;

import java.util.HashMap;
import java.util.Map;

/** Index of the records in flight, by run and sequence. Guarded by the lock of the buffer. */
final class InFlightIndex {
    record Location(PendingFrame frame, int index) {}

    private record RecordId(String run, long sequence) {}

    private final Map<RecordId, Location> locations = new HashMap<>();

    void put(String run, long sequence, PendingFrame frame, int index) {
        locations.put(new RecordId(run, sequence), new Location(frame, index));
    }

    /** @return null if the record is not in flight */
    Location remove(String run, long sequence) {
        return locations.remove(new RecordId(run, sequence));
    }

    /** @return whether the record is in flight */
    boolean move(long run, long sequence, PendingFrame frame, int index) {
        return !locations.isEmpty()
                && locations.replace(new RecordId(PendingRecords.runId(run), sequence), new Location(frame, index))
                        != null;
    }
}
