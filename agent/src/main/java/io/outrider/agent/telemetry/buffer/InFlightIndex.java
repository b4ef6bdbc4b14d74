package io.outrider.agent.telemetry.buffer;

import java.util.HashMap;
import java.util.Map;

/** Index of the records in flight, by run and sequence. Guarded by the lock of the buffer. */
final class InFlightIndex {
    record Location(PendingFrame frame, int index) {}

    private final Map<String, Map<Long, Location>> locations = new HashMap<>();

    void put(String run, long sequence, PendingFrame frame, int index) {
        locations.computeIfAbsent(run, each -> new HashMap<>()).put(sequence, new Location(frame, index));
    }

    /** @return null if the record is not in flight */
    Location remove(String run, long sequence) {
        Map<Long, Location> ofRun = locations.get(run);
        if (ofRun == null) {
            return null;
        }
        Location location = ofRun.remove(sequence);
        if (ofRun.isEmpty()) {
            locations.remove(run);
        }
        return location;
    }

    /** @return whether the record is in flight */
    boolean move(long run, long sequence, PendingFrame frame, int index) {
        if (locations.isEmpty()) {
            return false;
        }
        Map<Long, Location> ofRun = locations.get(PendingRecords.runId(run));
        return ofRun != null && ofRun.computeIfPresent(sequence, (key, old) -> new Location(frame, index)) != null;
    }
}
