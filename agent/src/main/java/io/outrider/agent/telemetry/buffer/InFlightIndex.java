package io.outrider.agent.telemetry.buffer;

import java.util.HashMap;
import java.util.Map;

/** Where the records are that were given out, by run and sequence. Guarded by the stock's lock. */
final class InFlightIndex {
    record Place(PendingFrame block, int index) {}

    private final Map<String, Map<Long, Place>> places = new HashMap<>();

    void put(String run, long sequence, PendingFrame block, int index) {
        places.computeIfAbsent(run, each -> new HashMap<>()).put(sequence, new Place(block, index));
    }

    /** @return null if it is not out */
    Place remove(String run, long sequence) {
        Map<Long, Place> ofRun = places.get(run);
        if (ofRun == null) {
            return null;
        }
        Place place = ofRun.remove(sequence);
        if (ofRun.isEmpty()) {
            places.remove(run);
        }
        return place;
    }

    /** @return whether it is out */
    boolean move(long run, long sequence, PendingFrame block, int index) {
        if (places.isEmpty()) {
            return false;
        }
        Map<Long, Place> ofRun = places.get(PendingRecords.id(run));
        return ofRun != null && ofRun.computeIfPresent(sequence, (key, old) -> new Place(block, index)) != null;
    }
}
