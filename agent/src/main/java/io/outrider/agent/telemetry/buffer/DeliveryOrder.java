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
 * In which order what waits is given out. Guarded by the stock.
 *
 * @param packed by priority
 */
record DeliveryOrder(List<RecordLog> packed, RecordLog fresh, OverflowQueue memory) {
    /** All of them: the most important of the oldest first, or the newest of the fresh. */
    Stream<PendingFrame> of(Backlog.Order order) {
        Stream<Priority> priorities = Arrays.stream(Priority.values());
        if (order == Backlog.Order.OLDEST) {
            return priorities.flatMap(this::oldest);
        }
        Function<Priority, Stream<PendingFrame>> newest =
                priority -> Stream.of(memory.blocksFromTheEnd(), fresh.blocksFromTheEnd())
                        .flatMap(Collection::stream)
                        .filter(each -> each.head().priority() == priority);
        return Stream.concat(
                priorities.flatMap(newest), packed.stream().flatMap(lane -> lane.blocksFromTheEnd().stream()));
    }

    private Stream<PendingFrame> oldest(Priority priority) {
        return Stream.concat(
                packed.get(priority.ordinal()).blocks().stream(),
                Stream.of(fresh.blocks(), memory.blocks())
                        .flatMap(Collection::stream)
                        .filter(each -> each.head().priority() == priority));
    }

    /** The blocks of a part of those that wait, to be read when the lock is not held any more. */
    PeekWindow window(long from, int most, RecordCodec packing) {
        List<PendingFrame> found = new ArrayList<>();
        long before = Math.max(0, from);
        long there = 0;
        for (PendingFrame block : (Iterable<PendingFrame>) of(Backlog.Order.OLDEST)::iterator) {
            if (there >= before + most) {
                break;
            }
            if (found.isEmpty() && there + block.left() <= before) {
                before -= block.left();
            } else {
                there += block.left();
                found.add(block.asItIs());
            }
        }
        return new PeekWindow(found, before, most, packing);
    }
}
