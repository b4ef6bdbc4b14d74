package io.outrider.agent.buffer;

import io.outrider.agent.buffer.Head.Gone;
import io.outrider.agent.buffer.Losses.Loss;
import io.outrider.agent.buffer.Ranges.Range;
import io.outrider.agent.telemetry.Priority;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the lanes, and finds out what is still wanted and what is missing. */
final class Opening {
    private final List<Lane> lanes; // by number; the fresh one first
    private final Stock stock;
    private final Packing packing;
    private final Spare spare;
    private final long boot;

    Opening(List<Lane> lanes, Stock stock, Packing packing, Spare spare, long boot) {
        this.lanes = lanes;
        this.stock = stock;
        this.packing = packing;
        this.spare = spare;
        this.boot = boot;
    }

    /** @throws IOException if a folder cannot be made or read; nothing has happened then, and it can be tried again */
    void open() throws IOException {
        List<Found> all = new ArrayList<>();
        try {
            for (Lane lane : lanes) {
                Found found = new Found(lane);
                lane.open(found::frame);
                all.add(found);
            }
        } catch (IOException e) {
            lanes.forEach(Lane::close);
            throw e;
        }
        stock.lock.lock();
        try {
            Word word = spare.read();
            tellLastWord(word, all.get(0).gone);
            settle(all);
            tellPowerCut(all.get(0).state(), word);
        } finally {
            stock.lock.unlock();
        }
    }

    private void settle(List<Found> all) {
        List<Ranges> done = new ArrayList<>();
        for (Found found : all) {
            Ranges both = new Ranges();
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
        for (Found found : all) {
            if (found.isEmpty() && found.lane.next() > 0) { // all of it was done with, else it would be there
                found.lane.done().add(0, found.lane.next() - 1);
                done.get(found.lane.number).add(0, found.lane.next() - 1);
            }
        }
        List<List<Block>> blocks = all.stream().map(Found::blocks).toList();
        Map<List<Object>, Ranges> packed = new HashMap<>(); // sequences, by run and priority
        blocks.subList(1, blocks.size())
                .forEach(each -> each.forEach(block -> packed.computeIfAbsent(key(block.head()), key -> new Ranges())
                        .add(block.head().first(), block.head().last())));
        for (int i = 0; i < all.size(); i++) {
            for (Block block : blocks.get(i)) {
                put(block, done.get(i));
            }
            tellMissing(all.get(i).lane, blocks.get(i), done.get(i));
        }
        for (Block block : blocks.get(0)) {
            Ranges there = packed.get(key(block.head()));
            if (there != null && block.left() > 0) {
                leaveToPacked(block, there);
            }
        }
        stock.soil();
    }

    private static List<Object> key(Head head) {
        Priority priority = head.priority();
        return List.of(head.run(), priority);
    }

    private static void put(Block block, Ranges done) {
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
    private void leaveToPacked(Block block, Ranges packed) {
        Head head = block.head();
        if (packed.gaps(head.first(), head.last()).equals(List.of(new Range(head.first(), head.last())))) {
            return;
        }
        Ranges finished = new Ranges();
        try {
            List<Numbered> records = block.records(packing);
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

    private void tellMissing(Lane lane, List<Block> blocks, Ranges done) {
        for (Range missing : Found.missing(blocks, done, lane.next())) {
            Head before = null;
            Head after = null;
            for (Block each : blocks) {
                if (each.head().ordinal() < missing.from()) {
                    before = each.head();
                } else {
                    after = each.head();
                    break;
                }
            }
            boolean isOfOneRun = before != null && after != null && before.run() == after.run();
            stock.losses.add(new Loss(
                    "damaged",
                    isOfOneRun ? Stock.id(after.run()) : null,
                    missing.size(),
                    isOfOneRun ? before.last() + 1 : 0,
                    isOfOneRun ? after.first() - 1 : 0,
                    List.of(new Gone(lane.number, missing))));
            lane.owe(missing);
        }
    }

    /** @param gone what the fresh lane says to be lost */
    private void tellLastWord(Word word, List<Gone> gone) {
        List<Gone> said = List.copyOf(gone);
        for (Loss loss : word.told()) {
            if (!Word.isTold(loss, said)) {
                stock.losses.add(loss);
                gone.addAll(loss.gone());
            }
        }
    }

    private void tellPowerCut(State state, Word word) {
        boolean hasEnded = state != null && (state.clean() || word.isLastOf(state.run()));
        if (state != null && !hasEnded && state.boot() != boot) {
            stock.losses.add(new Loss(Losses.POWER_CUT, Stock.id(state.run()), 0, state.last() + 1, 0, List.of()));
        }
    }
}
