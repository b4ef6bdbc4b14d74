package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.LostRange;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Records to append, encoded before the lock of the buffer is taken.
 *
 * @param builders of frames, the most important priority first
 * @param count of encoded records, with offsets from 0 on
 * @param invalid number of records that could not be encoded
 */
record AppendRequests(List<FrameBuilder> builders, int count, int invalid) {
    /** @param lostRanges that the records report as lost */
    static AppendRequests of(List<TelemetryRecord> records, List<LostRange> lostRanges) {
        Map<Priority, List<FrameBuilder>> byPriority = new EnumMap<>(Priority.class);
        int count = 0;
        for (TelemetryRecord record : records) {
            List<FrameBuilder> builders = byPriority.computeIfAbsent(record.priority(), each -> new ArrayList<>(1));
            if (builders.isEmpty() || builders.get(builders.size() - 1).isFull()) {
                builders.add(new FrameBuilder(record.priority(), lostRanges));
            }
            try {
                builders.get(builders.size() - 1).add(count, record);
                count++;
            } catch (IOException e) {
                continue; // counted as invalid
            }
        }
        List<FrameBuilder> builders = byPriority.values().stream()
                .flatMap(List::stream)
                .filter(each -> !each.isEmpty())
                .toList();
        return new AppendRequests(builders, count, records.size() - count);
    }
}
