package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.Gone;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Records on their way in, written down before anybody has to wait for it.
 *
 * @param all the most important ones first
 * @param count of records in them, which have the places from 0 on
 * @param invalid how many could not be one
 */
record AppendRequests(List<FrameBuilder> all, int count, int invalid) {
    static AppendRequests of(List<TelemetryRecord> samples) {
        return of(samples, List.of());
    }

    /** @param gone what the records say to be lost */
    static AppendRequests of(List<TelemetryRecord> samples, List<Gone> gone) {
        List<List<FrameBuilder>> drafts = new ArrayList<>();
        for (int i = 0; i < Priority.values().length; i++) {
            drafts.add(new ArrayList<>(1));
        }
        int count = 0;
        for (TelemetryRecord sample : samples) {
            try {
                open(drafts.get(sample.priority().ordinal()), sample.priority(), gone)
                        .add(count, sample);
                count++;
            } catch (IOException e) {
                continue; // counted by what is missing
            }
        }
        List<FrameBuilder> all = new ArrayList<>(1);
        for (List<FrameBuilder> some : drafts) {
            some.stream().filter(each -> !each.isEmpty()).forEach(all::add);
        }
        return new AppendRequests(all, count, samples.size() - count);
    }

    private static FrameBuilder open(List<FrameBuilder> drafts, Priority priority, List<Gone> gone) {
        if (drafts.isEmpty() || drafts.get(drafts.size() - 1).isFull()) {
            drafts.add(new FrameBuilder(priority, gone));
        }
        return drafts.get(drafts.size() - 1);
    }
}
