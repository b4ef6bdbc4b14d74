package io.outrider.agent.telemetry.buffer;

import io.outrider.wire.Priority;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Delivery order of the pending frames; the compacted logs are by priority. Guarded by the lock of the buffer. */
record DeliveryOrder(List<RecordLog> compacted, RecordLog active, OverflowQueue overflow) {
    /** OLDEST: by priority, compacted frames first. NEWEST: the active log from its end, then the compacted ones. */
    Stream<PendingFrame> of(Backlog.Order order) {
        Stream<Priority> priorities = Arrays.stream(Priority.values());
        if (order == Backlog.Order.OLDEST) {
            return priorities.flatMap(priority -> Stream.concat(
                    compacted.get(priority.ordinal()).frames().stream(),
                    ofPriority(priority, active.frames(), overflow.frames())));
        }
        return Stream.concat(
                priorities.flatMap(
                        priority -> ofPriority(priority, overflow.framesNewestFirst(), active.framesNewestFirst())),
                compacted.stream().flatMap(log -> log.framesNewestFirst().stream()));
    }

    private static Stream<PendingFrame> ofPriority(
            Priority priority, Collection<PendingFrame> first, Collection<PendingFrame> second) {
        return Stream.concat(first.stream(), second.stream())
                .filter(each -> each.header().priority() == priority);
    }

    /** Part of the backlog, to be read without the lock. */
    Window window(long from, int most) {
        List<PendingFrame> window = new ArrayList<>();
        long skip = Math.max(0, from);
        long count = 0;
        for (PendingFrame frame : (Iterable<PendingFrame>) of(Backlog.Order.OLDEST)::iterator) {
            if (count >= skip + most) {
                break;
            }
            if (window.isEmpty() && count + frame.remaining() <= skip) {
                skip -= frame.remaining();
            } else {
                count += frame.remaining();
                window.add(frame.snapshot());
            }
        }
        return new Window(window, skip, most);
    }

    /** Copies of frames, and the number of records to skip in them. */
    record Window(List<PendingFrame> frames, long skip, int most) {
        /** Reads frame by frame, without unreadable and dropped ones, until the visitor returns false. */
        void read(RecordCodec codec, Predicate<SequencedRecord> visitor) {
            int found = 0;
            long skipLeft = skip;
            for (PendingFrame frame : frames) {
                List<SequencedRecord> records;
                try {
                    records = frame.records(codec);
                } catch (IOException e) {
                    skipLeft = Math.max(0, skipLeft - frame.remaining());
                    continue; // reported on delivery
                }
                for (int i = 0; i < records.size() && found < most; i++) {
                    if (!frame.done.get(i) && --skipLeft < 0) {
                        found++;
                        if (!visitor.test(records.get(i))) {
                            return;
                        }
                    }
                }
            }
        }
    }
}
