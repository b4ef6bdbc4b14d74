package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.Gone;
import io.outrider.agent.telemetry.buffer.LossReport.Loss;
import io.outrider.agent.telemetry.buffer.SequenceRanges.Range;
import io.outrider.wire.Priority;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the lanes, and finds out what is still wanted and what is missing. */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private final List<RecordLog> lanes; // by number; the fresh one first
    private final PendingRecords stock;
    private final RecordCodec packing;
    private final ReserveFile spare;
    private final long boot;

    Recovery(List<RecordLog> lanes, PendingRecords stock, RecordCodec packing, ReserveFile spare, long boot) {
        this.lanes = lanes;
        this.stock = stock;
        this.packing = packing;
        this.spare = spare;
        this.boot = boot;
    }

    /**
     * @param left by the last run; null if there is nothing
     * @throws IOException if a folder cannot be made or read; nothing has happened then, and it can be tried again
     */
    void open(Watermarks left) throws IOException {
        List<LogScanResult> all = new ArrayList<>();
        try {
            for (RecordLog lane : lanes) {
                LogScanResult found = new LogScanResult(lane);
                lane.open(found::frame);
                all.add(found);
            }
        } catch (IOException e) {
            lanes.forEach(lane -> lane.cannotOpen(e));
            throw e;
        }
        stock.lock.lock();
        try {
            LossNote word = spare.read();
            RunCheckpoint state = all.get(0).state();
            Watermarks marks = left != null && areLast(left, all.get(0)) ? left : null;
            tellLastWord(word, all.get(0).gone);
            BufferDamage damage = settle(all, marks);
            tellPowerCut(state, marks, word);
            lanes.forEach(each -> each.confirm(each.next()));
            stock.progress.opened(state == null ? 0 : state.run(), damage);
        } finally {
            stock.lock.unlock();
        }
    }

    /** True if the last run has left them, as far as the fresh lane shows: an older program leaves none. */
    private static boolean areLast(Watermarks left, LogScanResult fresh) {
        RunCheckpoint state = fresh.state();
        return state == null
                || state.run() == left.run()
                || state.run() == left.before()
                || fresh.lane.next() < left.lanes().get(0).next();
    }

    private BufferDamage settle(List<LogScanResult> all, Watermarks marks) {
        List<SequenceRanges> done = new ArrayList<>();
        for (LogScanResult found : all) {
            if (marks != null) {
                found.lane.counts(marks.lanes().get(found.lane.number).next());
                marks.lanes().get(found.lane.number).done().forEach(found.done::add);
            }
            SequenceRanges both = new SequenceRanges();
            found.done.all().forEach(both::add);
            found.done.all().forEach(found.lane.done()::add);
            done.add(both);
        }
        for (Gone each : all.get(0).gone) {
            if (each.lane() >= 0 && each.lane() < lanes.size() && each.range().from() >= 0) {
                done.get(each.lane()).add(each.range());
                lanes.get(each.lane()).owe(each.range());
                lanes.get(each.lane()).counts(each.range().to() + 1);
            }
        }
        for (LogScanResult found : all) {
            if (marks == null
                    && found.isEmpty()
                    && found.lane.next() > 0) { // all of it was done with, else it would be there
                found.lane.done().add(0, found.lane.next() - 1);
                done.get(found.lane.number).add(0, found.lane.next() - 1);
            }
        }
        List<List<PendingFrame>> blocks =
                all.stream().map(LogScanResult::blocks).toList();
        Map<List<Object>, SequenceRanges> packed = new HashMap<>(); // sequences, by run and priority
        blocks.subList(1, blocks.size())
                .forEach(each ->
                        each.forEach(block -> packed.computeIfAbsent(key(block.head()), key -> new SequenceRanges())
                                .add(block.head().first(), block.head().last())));
        BufferDamage damage = BufferDamage.NONE;
        for (int i = 0; i < all.size(); i++) {
            for (PendingFrame block : blocks.get(i)) {
                put(block, done.get(i));
            }
            damage = damage.and(tellMissing(new MissingRecords(all.get(i).lane, blocks.get(i), marks), done.get(i)));
        }
        for (PendingFrame block : blocks.get(0)) {
            SequenceRanges there = packed.get(key(block.head()));
            if (there != null && block.left() > 0) {
                leaveToPacked(block, there);
            }
        }
        stock.soil();
        return damage;
    }

    private static List<Object> key(FrameHeader head) {
        Priority priority = head.priority();
        return List.of(head.run(), priority);
    }

    private static void put(PendingFrame block, SequenceRanges done) {
        long ordinal = block.head().ordinal();
        for (int i = 0; i < block.head().count(); i++) {
            if (done.contains(ordinal + i)) {
                block.finish(i);
            }
        }
        if (block.left() > 0) {
            block.lane.put(block);
        }
    }

    /** A crash between packing and dropping leaves records twice. */
    private void leaveToPacked(PendingFrame block, SequenceRanges packed) {
        FrameHeader head = block.head();
        if (packed.gaps(head.first(), head.last()).equals(List.of(new Range(head.first(), head.last())))) {
            return;
        }
        SequenceRanges finished = new SequenceRanges();
        try {
            List<SequencedRecord> records = block.records(packing);
            for (int i = 0; i < records.size(); i++) {
                if (packed.contains(records.get(i).sequence())) {
                    block.finish(i);
                    finished.add(head.ordinal() + i, head.ordinal() + i);
                }
            }
        } catch (IOException e) {
            stock.lose(block, "damaged");
            return;
        }
        block.lane.done(finished);
        stock.settle(block);
    }

    private BufferDamage tellMissing(MissingRecords missing, SequenceRanges done) {
        List<Loss> lost = missing.losses(done);
        for (Loss each : lost) {
            stock.losses.add(each);
            missing.lane().owe(each.gone().get(0).range());
        }
        BufferDamage damage = missing.damage(lost);
        if (damage.places() > 0) {
            LOG.warn(
                    "the buffer of records is damaged in {} ({}): {} lost; check the disk under it, with dmesg",
                    missing.lane().folder(),
                    String.join(", ", damage.where()),
                    damage.cost());
        }
        return damage;
    }

    /** @param gone what the fresh lane says to be lost */
    private void tellLastWord(LossNote word, List<Gone> gone) {
        List<Gone> said = List.copyOf(gone);
        for (Loss loss : word.told()) {
            if (!LossNote.isTold(loss, said)) {
                stock.losses.add(loss);
                gone.addAll(loss.gone());
            }
        }
    }

    private void tellPowerCut(RunCheckpoint found, Watermarks marks, LossNote word) {
        RunCheckpoint state = marks == null ? found : later(found, marks);
        boolean hasEnded = state != null && (state.clean() || word.isLastOf(state.run()));
        if (state != null && !hasEnded && state.boot() != boot) {
            stock.losses.add(
                    new Loss(LossReport.POWER_CUT, PendingRecords.id(state.run()), 0, state.last() + 1, 0, List.of()));
        }
    }

    /** State in the lane, or of the marks if the lane does not reach so far any more. */
    private static RunCheckpoint later(RunCheckpoint found, Watermarks marks) {
        RunCheckpoint marked = new RunCheckpoint(0, 0, marks.run(), marks.boot(), marks.last(), marks.clean());
        boolean isOfOne = found != null && found.run() == marks.run();
        if (isOfOne) {
            boolean isClean = found.clean() || marks.clean() && found.last() <= marks.last();
            return new RunCheckpoint(0, 0, found.run(), found.boot(), Math.max(found.last(), marks.last()), isClean);
        }
        return found == null || found.run() == marks.before() && marks.last() > 0 ? marked : found;
    }
}
