package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.Gone;
import io.outrider.agent.telemetry.buffer.LossReport.Loss;
import io.outrider.agent.telemetry.buffer.SequenceRanges.Range;
import io.outrider.wire.Batch;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All records that wait, wherever they are: in the lanes, or in memory while the disk takes none. Holds its lock. */
final class PendingRecords {
    private static final Logger LOG = LoggerFactory.getLogger(PendingRecords.class);

    final ReentrantLock lock = new ReentrantLock();
    final LossReport losses = new LossReport();
    final RunProgress progress;
    private final RecordLog fresh;
    private final List<RecordLog> packed; // by priority
    private final RecordCodec packing;
    private final OverflowQueue memory;
    private final DeliveryOrder turns;
    private final ReserveFile spare;
    private final InFlightIndex taken = new InFlightIndex();
    private IOException trouble; // null while the disk takes what comes
    private boolean isDirty; // whether something is written and not forced
    private boolean hasTold; // whether a loss has become a record of which nobody knows yet
    private long accepted;
    private long delivered;

    PendingRecords(
            RecordLog fresh,
            List<RecordLog> packed,
            RecordCodec packing,
            RunProgress progress,
            long memoryMost,
            ReserveFile spare) {
        this.fresh = fresh;
        this.packed = packed;
        this.packing = packing;
        this.progress = progress;
        this.spare = spare;
        memory = new OverflowQueue(memoryMost);
        turns = new DeliveryOrder(packed, fresh, memory);
    }

    /**
     * Takes records in.
     *
     * @return whether they are on the disk, though perhaps not forced
     */
    boolean accept(AppendRequests drafts) {
        accepted += drafts.count();
        return take(drafts);
    }

    private boolean take(AppendRequests drafts) {
        long first = progress.next();
        List<PendingFrame> blocks = new ArrayList<>(drafts.all().size());
        for (FrameBuilder each : drafts.all()) {
            blocks.add(each.block(fresh, progress.run, progress.boot, first));
        }
        progress.given(drafts.count());
        if (memory.isEmpty() && write(blocks)) {
            return true;
        }
        spare.mark(first);
        blocks.forEach(this::keep);
        return false;
    }

    private void keep(PendingFrame block) {
        memory.add(block);
        while (memory.isOver()) {
            PendingFrame least = memory.leastWorthy();
            if (least == null) {
                return;
            }
            lose(least, "disk");
        }
    }

    private boolean write(List<PendingFrame> blocks) {
        try {
            fresh.written(blocks, fresh.note(fresh.frames(blocks)));
            isDirty = true;
            trouble = null;
            return true;
        } catch (IOException e) {
            trouble = e;
            return false;
        }
    }

    /** Writes what is in memory, as far as the disk takes it. */
    void retry() {
        while (!memory.isEmpty() && write(List.of(memory.peek()))) {
            memory.remove(memory.peek());
        }
        if (!memory.isEmpty()) {
            spare.mark(memory.peek().head().first());
        }
    }

    /** The same for the last time: what there is no room for as a whole is written in parts. */
    void retryInParts() {
        retry();
        while (!memory.isEmpty() && trouble != null && isNoSpace(trouble)) {
            List<PendingFrame> halves = PendingFrames.halves(memory.peek(), packing);
            if (halves.isEmpty()) {
                return;
            }
            memory.replaceFirst(halves);
            retry();
        }
    }

    /** Gives up what is in memory, taken or not. @return what is lost and told by no record that is on the disk */
    List<Loss> giveUp() {
        List<Loss> all = new ArrayList<>(losses.drain());
        for (PendingFrame block : List.copyOf(memory.blocks())) {
            block.taken.clear();
            lose(block, "disk");
        }
        all.addAll(losses.drain());
        all.sort(Comparator.comparing(loss -> loss.gone().size())); // without a word of what is gone, it is found again
        return all;
    }

    /** Makes records of what was lost. */
    void tellLosses(Timestamp now) {
        for (Loss loss : losses.drain()) {
            take(AppendRequests.of(List.of(loss.sample(now)), loss.gone()));
            hasTold = true;
        }
    }

    /** @return whether there are records of losses since it was asked last */
    boolean takeTold() {
        boolean was = hasTold;
        hasTold = false;
        return was;
    }

    /** Reserves those of a batch's size that come first and are free. */
    BatchBuilder gather(Backlog.Order order, int most) {
        BatchBuilder gathering = new BatchBuilder(order, most);
        for (PendingFrame block : (Iterable<PendingFrame>) turns.of(order)::iterator) {
            if (block.free() > 0 && !gathering.reserve(block)) {
                break;
            }
        }
        return gathering;
    }

    /** Takes what was reserved, as far as it could be read; null if nothing could. */
    Batch take(BatchBuilder gathering, Timestamp now) {
        Batch batch = gathering.batch(taken, progress.boot, (block, why) -> isUnreadable(block, why, now));
        if (gathering.trouble() != null) {
            trouble = gathering.trouble();
        }
        return batch;
    }

    /** A block could not be read. @return whether it never will be; what is not taken of it is given up then */
    boolean isUnreadable(PendingFrame block, IOException why, Timestamp now) {
        if (!block.isUnreadable(why, now.upMicros())) {
            return false;
        }
        LOG.warn(
                "{} records of the buffer cannot be read from {} any more and are lost; check the disk, with dmesg",
                block.free(),
                block.place() == null ? "memory" : block.lane.file(block.place()));
        lose(block, "damaged");
        return true;
    }

    /** The blocks of a part of those that wait, to be read when the lock is not held any more. */
    PeekWindow window(long from, int most) {
        return turns.window(from, most, packing);
    }

    void delivered(Batch batch) {
        delivered += finish(batch, null);
    }

    void discarded(Batch batch, String reason) {
        finish(batch, reason);
    }

    void returned(Batch batch) {
        for (SequencedRecord each : batch.records()) {
            InFlightIndex.Place place = taken.remove(batch.boot(), each.sequence());
            if (place != null) {
                place.block().taken.clear(place.index());
            }
        }
    }

    private long finish(Batch batch, String reason) {
        Map<RecordLog, SequenceRanges> finished = new HashMap<>();
        long count = 0;
        long told = 0;
        for (SequencedRecord each : batch.records()) {
            InFlightIndex.Place place = taken.remove(batch.boot(), each.sequence());
            if (place == null || !place.block().finish(place.index())) {
                continue;
            }
            count++;
            PendingFrame block = place.block();
            if (block.place() != null) {
                long ordinal = RecordLog.ordinal(block, place.index());
                finished.computeIfAbsent(block.lane, lane -> new SequenceRanges())
                        .add(ordinal, ordinal);
            }
            if (reason != null && each.sample().type().equals(LossReport.TYPE)) {
                losses.again(each.sample(), block.place() == null ? block.head().gone() : List.of());
                told++;
            }
            settle(block);
        }
        if (reason == null) {
            finished.forEach(RecordLog::done);
        } else if (count > 0) {
            List<Gone> gone = new ArrayList<>();
            finished.forEach((lane, ranges) -> ranges.all().forEach(range -> {
                lane.owe(range);
                gone.add(new Gone(lane.number, range));
            }));
            List<SequencedRecord> records = batch.records();
            lost(
                    reason,
                    batch.boot(),
                    count - told,
                    records.get(0).sequence(),
                    records.get(records.size() - 1).sequence(),
                    gone);
        }
        return count;
    }

    /** Forgets a block of which nothing is wanted. */
    void settle(PendingFrame block) {
        if (block.left() == 0) {
            if (block.place() == null) {
                memory.remove(block);
            } else {
                block.lane.remove(block);
            }
        }
    }

    /** Gives up what is not taken of a block. */
    void lose(PendingFrame block, String reason) {
        FrameHeader head = block.head();
        List<SequencedRecord> records = null;
        if (head.tellsLoss()) {
            try {
                records = block.records(packing);
            } catch (IOException e) {
                records = null; // then what it told is lost too
            }
        }
        SequenceRanges gone = new SequenceRanges();
        long count = 0;
        for (int i = 0; i < head.count(); i++) {
            if (block.taken.get(i)) {
                continue;
            }
            if (block.finish(i)) {
                gone.add(i, i);
                boolean isLoss =
                        records != null && records.get(i).sample().type().equals(LossReport.TYPE);
                count += isLoss ? 0 : 1;
                if (isLoss) {
                    losses.again(records.get(i).sample(), block.place() == null ? head.gone() : List.of());
                }
            }
        }
        List<Gone> places = new ArrayList<>();
        if (block.place() != null) {
            for (Range range : gone.all()) {
                Range there = new Range(head.ordinal() + range.from(), head.ordinal() + range.to());
                block.lane.owe(there);
                places.add(new Gone(block.lane.number, there));
            }
        }
        lost(reason, id(head.run()), count, head.first(), head.last(), places);
        settle(block);
    }

    void lost(String reason, String ofRun, long count, long from, long to, List<Gone> gone) {
        if (count > 0 || !gone.isEmpty()) {
            losses.add(new Loss(reason, ofRun, count, from, to, gone));
        }
    }

    static String id(long run) {
        return HexFormat.of().toHexDigits(run);
    }

    /** A record of another place is this one now. */
    void moved(long ofRun, long number, PendingFrame block, int index) {
        if (taken.move(ofRun, number, block, index)) {
            block.taken.set(index);
        }
    }

    /** Everything that waits. */
    Stream<PendingFrame> blocks() {
        return Stream.concat(
                Stream.concat(packed.stream(), Stream.of(fresh)).flatMap(lane -> lane.blocks().stream()),
                memory.blocks().stream());
    }

    Counts counts() {
        return new Counts(accepted, delivered, memory.records(), losses.totals());
    }

    /** @param memory records that are nowhere else */
    record Counts(long accepted, long delivered, long memory, Map<String, Long> lost) {}

    boolean isInMemory() {
        return !memory.isEmpty();
    }

    long lossesInMemory() {
        return memory.blocks().stream()
                .filter(each -> each.head().tellsLoss())
                .mapToLong(PendingFrame::left)
                .sum();
    }

    IOException trouble() {
        return trouble;
    }

    void trouble(IOException why) {
        trouble = why;
    }

    /** @return whether something was written since it was asked last */
    boolean takeDirt() {
        boolean was = isDirty;
        isDirty = false;
        return was;
    }

    void soil() {
        isDirty = true;
    }

    boolean isDirty() {
        return isDirty;
    }

    /** Whether the disk is full, and the memory is about to be. */
    boolean isShort() {
        lock.lock();
        try {
            return trouble != null && memory.isShort() && isNoSpace(trouble);
        } finally {
            lock.unlock();
        }
    }

    private static boolean isNoSpace(IOException why) {
        String message = String.valueOf(why.getMessage());
        return message.contains("No space left") || message.contains("quota");
    }
}
