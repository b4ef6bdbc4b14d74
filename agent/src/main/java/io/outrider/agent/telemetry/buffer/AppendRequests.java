package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.LostRange;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Records to append, encoded before the lock of the buffer is taken.
 *
 * @param builders of frames, the most important priority first
 * @param count of encoded records, with offsets from 0 on
 * @param invalid number of records that could not be encoded
 */
record AppendRequests(List<FrameBuilder> builders, int count, int invalid) {
    static AppendRequests of(List<TelemetryRecord> records) {
        return of(records, List.of());
    }

    /** @param lostRanges that the records report as lost */
    static AppendRequests of(List<TelemetryRecord> records, List<LostRange> lostRanges) {
        List<List<FrameBuilder>> byPriority = new ArrayList<>();
        for (int i = 0; i < Priority.values().length; i++) {
            byPriority.add(new ArrayList<>(1));
        }
        int count = 0;
        for (TelemetryRecord record : records) {
            try {
                writable(byPriority.get(record.priority().ordinal()), record.priority(), lostRanges)
                        .add(count, record);
                count++;
            } catch (IOException e) {
                continue; // counted as invalid
            }
        }
        List<FrameBuilder> builders = new ArrayList<>(1);
        for (List<FrameBuilder> ofPriority : byPriority) {
            ofPriority.stream().filter(each -> !each.isEmpty()).forEach(builders::add);
        }
        return new AppendRequests(builders, count, records.size() - count);
    }

    private static FrameBuilder writable(List<FrameBuilder> builders, Priority priority, List<LostRange> lostRanges) {
        if (builders.isEmpty() || builders.get(builders.size() - 1).isFull()) {
            builders.add(new FrameBuilder(priority, lostRanges));
        }
        return builders.get(builders.size() - 1);
    }
}
