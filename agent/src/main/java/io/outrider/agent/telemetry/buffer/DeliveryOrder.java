package io.outrider.agent.telemetry.buffer;

import io.outrider.wire.Priority;
import io.outrider.wire.RecordCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Delivery order of the pending frames. Guarded by the lock of the buffer.
 *
 * @param compacted by priority
 */
record DeliveryOrder(List<RecordLog> compacted, RecordLog active, OverflowQueue overflow) {
    /** OLDEST: by priority, compacted frames first. NEWEST: the active log from its end, then the compacted ones. */
    Stream<PendingFrame> of(Backlog.Order order) {
        Stream<Priority> priorities = Arrays.stream(Priority.values());
        if (order == Backlog.Order.OLDEST) {
            return priorities.flatMap(this::oldest);
        }
        Function<Priority, Stream<PendingFrame>> newest =
                priority -> Stream.of(overflow.framesNewestFirst(), active.framesNewestFirst())
                        .flatMap(Collection::stream)
                        .filter(each -> each.header().priority() == priority);
        return Stream.concat(
                priorities.flatMap(newest), compacted.stream().flatMap(log -> log.framesNewestFirst().stream()));
    }

    private Stream<PendingFrame> oldest(Priority priority) {
        return Stream.concat(
                compacted.get(priority.ordinal()).frames().stream(),
                Stream.of(active.frames(), overflow.frames())
                        .flatMap(Collection::stream)
                        .filter(each -> each.header().priority() == priority));
    }

    /** Snapshot of a part of the backlog, to be read without the lock. */
    PeekWindow window(long from, int most, RecordCodec codec) {
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
        return new PeekWindow(window, skip, most, codec);
    }
}
