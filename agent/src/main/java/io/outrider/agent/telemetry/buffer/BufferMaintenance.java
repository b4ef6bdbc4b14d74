package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.telemetry.buffer.LossReport.Loss;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has to be done to the lanes now and then: pack, give up what is too much or too old, drop what nobody wants any
 * more. Nothing here throws because of the disk: what did not work is done the next time.
 */
final class BufferMaintenance {
    private static final Logger LOG = LoggerFactory.getLogger(BufferMaintenance.class);
    private static final int STATE_BYTES = 128; // at most, of the frame that a clean fresh lane is left with

    private final ReentrantLock tending = new ReentrantLock(); // taken before the stock's
    private final PendingRecords stock;
    private final GroupFsync syncing;
    private final List<RecordLog> lanes; // by number; the fresh one first
    private final RecordLog fresh;
    private final Compactor packer;
    private final Recovery opening;
    private final ReserveFile spare;
    private final WatermarkFile watermarks;
    private final BufferLimits bounds;
    private final TimeSource time;
    private final DiskErrorLog troubleLog;
    private final Runnable listener; // is told of records that are made here
    private boolean isOpen;
    private boolean isStateOwed = true;

    BufferMaintenance(
            PendingRecords stock,
            GroupFsync syncing,
            List<RecordLog> lanes,
            RecordCodec packing,
            Recovery opening,
            ReserveFile spare,
            WatermarkFile watermarks,
            BufferLimits bounds,
            TimeSource time,
            Runnable listener) {
        this.stock = stock;
        this.syncing = syncing;
        this.lanes = lanes;
        this.opening = opening;
        this.spare = spare;
        this.watermarks = watermarks;
        this.bounds = bounds;
        this.time = time;
        this.listener = listener;
        fresh = lanes.get(0);
        troubleLog = new DiskErrorLog(fresh.folder().getParent());
        packer = new Compactor(stock, fresh, lanes.subList(1, lanes.size()), packing, watermarks, time);
    }

    /** @param isResting whether nothing will come for a while, so that as little as possible is to be left */
    void tend(boolean isResting) {
        tending.lock();
        try {
            open();
            relieve();
            prove();
            if (syncing.sync()) {
                clearSpare();
                pack();
                bound();
                age();
                dropWaste(isResting);
                watermarks.saveLastingly(time.now().upMicros());
            }
        } catch (IOException e) {
            trouble(e);
        } finally {
            troubleLog.look(isOpen, locked(() -> stock.trouble()), time.now().upMicros());
            if (isOpen && locked(() -> stock.trouble() == null)) {
                watermarks.trouble().look();
            }
            tending.unlock();
        }
        if (locked(stock::takeTold)) {
            listener.run();
        }
    }

    /** The last thing that is written. What is accepted meanwhile may be kept, and is told not to be. */
    void end() {
        tend(true);
        tending.lock();
        try {
            locked(stock::retryInParts);
            if (syncing.sync() && isOpen) {
                writeState(true);
                watermarks.settle(true);
            }
        } catch (IOException e) {
            trouble(e);
        } finally {
            lanes.forEach(RecordLog::close); // from now on nothing is kept
            watermarks.close();
            leaveWord();
            tending.unlock();
        }
        locked(syncing::next).complete(false);
    }

    /** What the lanes do not take is told by the next run. */
    private void leaveWord() {
        stock.lock.lock();
        try {
            if (stock.isInMemory()) {
                stock.tellLosses(time.now());
            }
            long records = stock.counts().memory();
            long about = stock.lossesInMemory();
            List<Loss> lost = stock.giveUp();
            if (stock.isDirty()) {
                lost.addAll(spare.inherited(lost)); // what tells them may not be on the disk
            }
            if (isOpen && lost.isEmpty() && !stock.isDirty()) {
                spare.clear();
            }
            boolean isLeft = isOpen && spare.leave(lost) == lost.size();
            spare.force();
            if (records > 0 || !isLeft) {
                LOG.warn(
                        "{} records are lost, {} of them about earlier losses: until the end the disk took none;"
                                + " free space, or make the data folder writable{}",
                        records,
                        about,
                        isLeft ? "; the next start tells of them" : "; not all of them will be told");
            }
        } catch (IOException e) {
            stock.trouble(e);
        } finally {
            spare.close();
            stock.lock.unlock();
        }
    }

    private void open() throws IOException {
        if (!isOpen) {
            opening.open(watermarks.read());
            isOpen = true;
            spare.make();
            watermarks.open();
            watermarks.settle(false); // before the lanes tell of this run
        }
        if (isStateOwed) {
            locked(() -> {
                stock.retry();
                stock.tellLosses(time.now());
            });
            writeState(false);
        }
    }

    private void writeState(boolean clean) throws IOException {
        stock.lock.lock();
        try {
            fresh.note(List.of(stock.progress.state(clean).frame()));
        } finally {
            stock.lock.unlock();
        }
        fresh.force(); // who accepts does not wait for it
        isStateOwed = false;
    }

    /** All is in the lanes and forced: what the spare file says otherwise must not be found by the next run. */
    private void clearSpare() throws IOException {
        spare.make();
        locked(() -> {
            if (!stock.isInMemory()) {
                spare.clear();
            }
        });
        spare.force();
    }

    /** Writes what is in memory; if there is no room on the disk, something else has to go for it. */
    private void relieve() throws IOException {
        locked(stock::retry);
        if (stock.isShort()) {
            RecordLog least = leastWorthy(2); // after a crash, what is left of it shows how much is missing
            if (least != null && least != fresh) {
                give(least, "disk");
                List<Long> waste = locked(least::waste);
                locked(() -> least.leaving(waste)); // said when there is room
                for (long segment : waste) {
                    least.drop(segment); // at once: what tells of it cannot be written before there is room
                }
                locked(stock::retry);
            }
        }
    }

    /** What was in memory may have been delivered from there; then nothing else would show that the disk works again. */
    private void prove() throws IOException {
        if (locked(() -> stock.trouble() != null && !stock.isInMemory())) {
            writeState(false);
            locked(() -> {
                stock.trouble(null);
                stock.soil();
            });
        }
    }

    private void pack() throws IOException {
        while (fresh.segments() > bounds.freshSegments() && isUnder(bounds.bytes() + 4L * bounds.freshSegment())) {
            if (!packer.pack()) {
                return; // somebody holds what cannot be read; when that is settled, it goes on
            }
            dropWaste(false);
        }
    }

    private boolean isUnder(long most) {
        return lanes.stream().mapToLong(RecordLog::bytes).sum() + bounds.freshSegment() <= most;
    }

    private void bound() throws IOException {
        if (!isUnder(bounds.bytes())) {
            dropWaste(false);
        }
        while (!isUnder(bounds.bytes())) {
            RecordLog least = leastWorthy(1);
            if (least == null) {
                return;
            }
            long before = least.bytes();
            give(least, "full");
            dropWaste(false);
            if (least.bytes() >= before) {
                return;
            }
        }
    }

    /** Of which lane, with so many segments in use, the oldest records are the first to go; null if none can. */
    private RecordLog leastWorthy(int segments) {
        stock.lock.lock();
        try {
            for (int i = lanes.size() - 1; i >= 0; i--) {
                RecordLog lane = lanes.get(i); // the fresh one last
                if (lane.segments() >= segments && !lane.expendable().isEmpty()) {
                    return lane;
                }
            }
            return null;
        } finally {
            stock.lock.unlock();
        }
    }

    private void give(RecordLog lane, String reason) {
        locked(() -> lane.expendable().forEach(each -> stock.lose(each, reason)));
    }

    /** A clock that jumps makes nothing old: only moments that can be trusted are compared. */
    private void age() {
        Timestamp now = time.now();
        if (!now.trusted()) {
            return;
        }
        long limit = now.micros() - bounds.age().toMillis() * 1_000;
        locked(() -> {
            for (RecordLog lane : lanes) {
                List<PendingFrame> old = new ArrayList<>();
                for (PendingFrame block : lane.blocks()) {
                    if (block.head().newest() >= limit) {
                        break;
                    }
                    if (block.free() == block.left()) {
                        old.add(block);
                    }
                }
                old.forEach(each -> stock.lose(each, "age"));
            }
        });
    }

    private void dropWaste(boolean isResting) throws IOException {
        int least = isResting ? STATE_BYTES : bounds.freshSegment() / 4;
        boolean isFreshWaste = fresh.isWaste() && fresh.bytes() > least;
        List<List<Long>> waste = new ArrayList<>();
        boolean isThereAny = isFreshWaste;
        stock.lock.lock();
        try {
            for (RecordLog lane : lanes) {
                List<Long> ofLane = lane.waste();
                waste.add(ofLane);
                lane.leaving(ofLane);
                isThereAny |= !ofLane.isEmpty() || lane != fresh && lane.isUnused();
            }
        } finally {
            stock.lock.unlock();
        }
        if (!isThereAny || !isSaidEverywhere()) {
            return;
        }
        for (int i = 0; i < lanes.size(); i++) {
            for (long segment : waste.get(i)) {
                lanes.get(i).drop(segment);
            }
            if (lanes.get(i) != fresh && locked(lanes.get(i)::isWaste)) {
                watermarks.settle(false); // nothing else will tell that all of it is done with
                lanes.get(i).clear();
            }
        }
        if (isFreshWaste) {
            clearFresh();
        }
    }

    /** What is to be dropped has to be told, and what it tells of the other lanes has to be in those. */
    private boolean isSaidEverywhere() throws IOException {
        if (!syncing.sync()) {
            return false;
        }
        packer.say();
        stock.lock.lock();
        try {
            for (RecordLog lane : lanes) {
                lane.catchUp();
            }
        } finally {
            stock.lock.unlock();
        }
        for (RecordLog lane : lanes) {
            lane.force();
        }
        return true;
    }

    /** Nobody waits for it who accepts: another segment is begun, and says how far the run is, before the others go. */
    private void clearFresh() throws IOException {
        boolean isClear =
                locked(() -> fresh.isWaste() && !stock.isDirty() && !stock.isInMemory() && stock.losses.isEmpty());
        if (!isClear) {
            return;
        }
        fresh.roll();
        isStateOwed = true; // before anything else is dropped, if it cannot be written now
        List<Long> waste = locked(fresh::waste);
        writeState(false);
        for (long segment : waste) {
            fresh.drop(segment);
        }
    }

    private void trouble(IOException why) {
        locked(() -> stock.trouble(why));
    }

    private void locked(Runnable action) {
        locked(() -> {
            action.run();
            return null;
        });
    }

    private <T> T locked(Supplier<T> action) {
        stock.lock.lock();
        try {
            return action.get();
        } finally {
            stock.lock.unlock();
        }
    }
}
