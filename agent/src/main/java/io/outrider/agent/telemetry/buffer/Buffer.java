package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.storage.SlotFile;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.agent.telemetry.record.RecordSink;
import io.outrider.api.Health;
import io.outrider.api.Ticker;
import io.outrider.wire.Batch;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Keeps every accepted record until it is delivered; see the package for what it promises. Any thread. */
public final class Buffer implements RecordSink, Backlog, Health.Source, AutoCloseable {
    private static final int MOST_SEEN = 1_000;
    private static final List<String> LANES = List.of("fresh", "high", "normal", "low");

    private final Path folder;
    private final TimeSource time;
    private final RecordCodec packing;
    private final ReserveFile spare;
    private final PendingRecords stock;
    private final BufferMaintenance keeper;
    private final List<RecordLog> lanes;
    private final WatermarkFile watermarks;
    private final GroupFsync syncing;
    private final DebouncedWorker forcing; // never does what may wait for anything else
    private final DebouncedWorker tending;
    private final boolean waitsForDisk;
    private final int mostFresh;
    private volatile Runnable listener = () -> {};
    private volatile boolean isClosed;

    Buffer(
            Path folder,
            BufferLimits bounds,
            int syncMillis,
            RecordCodec packing,
            String boot,
            RandomGenerator random,
            TimeSource time,
            Disk disk) {
        this.folder = folder;
        this.time = time;
        this.packing = packing;
        waitsForDisk = syncMillis == 0;
        mostFresh = bounds.freshSegments() + 1;
        lanes = new ArrayList<>();
        for (String name : LANES) {
            int segment = lanes.isEmpty() ? bounds.freshSegment() : bounds.packedSegment();
            lanes.add(new RecordLog(lanes.size(), folder.resolve(name), segment, disk));
        }
        long bootId =
                UUID.nameUUIDFromBytes(boot.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
        List<RecordLog> packed = lanes.subList(1, lanes.size());
        long run = random.nextLong();
        spare = new ReserveFile(folder.resolve("spare"), disk, run);
        stock = new PendingRecords(
                lanes.get(0), packed, packing, new RunProgress(lanes.get(0), run, bootId), bounds.memory(), spare);
        Recovery opening = new Recovery(lanes, stock, packing, spare, bootId);
        watermarks = new WatermarkFile(
                new SlotFile(folder.resolveSibling(folder.getFileName() + ".watermark"), disk), stock, lanes);
        syncing = new GroupFsync(stock, lanes, watermarks, time);
        keeper = new BufferMaintenance(
                stock, syncing, lanes, packing, opening, spare, watermarks, bounds, time, () -> listener.run());
        tending = new DebouncedWorker("buffer", 0, Ticker.system(), () -> {
            keeper.tend(false);
            return stock.trouble() == null;
        });
        forcing = new DebouncedWorker(
                "buffer-sync",
                syncMillis / 2,
                Ticker.system(),
                () -> { // the other half is the disk's
                    syncing.sync();
                    tending.beat(false);
                    return true;
                });
        keeper.tend(false);
    }

    /**
     * Opens the buffer and reads what it holds. Never fails: what cannot be read or written is told by {@link #health},
     * and tried again each second.
     *
     * @param folder made if it is not there
     * @param boot of the machine
     * @param random from which the run of the process gets its id
     */
    public static Buffer open(
            Path folder,
            BufferSettings settings,
            RecordCodec packing,
            String boot,
            RandomGenerator random,
            TimeSource time) {
        Buffer buffer = new Buffer(
                folder, BufferLimits.of(settings), settings.sync_ms(), packing, boot, random, time, Disk.SYSTEM);
        buffer.start();
        return buffer;
    }

    void start() {
        tending.start();
        forcing.start();
    }

    /** From now on these loops tell whether the threads that write go on; a bad disk may keep each for so long. */
    public void beat(Heartbeats loops, Duration longest) {
        tending.beat(loops.register("buffer", longest));
        forcing.beat(loops.register("buffer-sync", longest));
    }

    /** Who is told that a record of a loss has come, which nobody else has made. On the buffer's thread, and so quickly. */
    public void whenLossesCome(Runnable told) {
        listener = told;
    }

    @Override
    public CompletableFuture<Boolean> accept(List<TelemetryRecord> samples) {
        AppendRequests drafts = AppendRequests.of(samples);
        if (drafts.invalid() > 0) {
            lost("invalid", drafts.invalid());
        }
        if (isClosed || drafts.count() == 0) {
            return CompletableFuture.completedFuture(!isClosed && samples.isEmpty()); // what is lost is not kept
        }
        CompletableFuture<Boolean> kept;
        boolean isFull;
        boolean isTooMuch;
        stock.lock.lock();
        try {
            kept = stock.accept(drafts) ? syncing.next() : CompletableFuture.completedFuture(false);
            isFull = lanes.get(0).isFull();
            isTooMuch = lanes.get(0).segments() > mostFresh;
        } finally {
            stock.lock.unlock();
        }
        if (waitsForDisk) {
            keeper.tend(false);
        } else {
            forcing.beat(isFull);
            if (isTooMuch) {
                tending.beat(true);
            }
        }
        return kept;
    }

    /** Counts records that were given up before they came here; becomes an {@code agent.loss} within a second. */
    public void lost(String reason, long count) {
        locked(() -> {
            stock.lost(reason, null, count, 0, 0, List.of());
            return null;
        });
        forcing.beat(false);
    }

    @Override
    public Batch take(Order order, int most) {
        while (true) {
            BatchBuilder gathering = locked(() -> {
                if (stock.isInMemory()) {
                    stock.tellLosses(time.now()); // on the disk or not, it can be delivered
                }
                return stock.gather(order, most);
            });
            if (gathering.isEmpty()) {
                return null;
            }
            gathering.read(packing); // nobody who accepts waits for it
            Batch batch = locked(() -> stock.take(gathering, time.now()));
            if (gathering.trouble() != null) {
                tending.beat(false); // finds out whether it has passed
            }
            if (batch != null || gathering.trouble() != null) {
                return batch;
            }
        }
    }

    @Override
    public void delivered(Batch batch) {
        boolean isWorth = locked(() -> {
            stock.delivered(batch);
            return lanes.stream()
                    .anyMatch(lane -> lane.isUnused() || !lane.waste().isEmpty());
        });
        watermarks.save(); // what tells of it in the lanes may go with them
        if (isWorth) {
            forcing.beat(false);
        }
    }

    @Override
    public void returned(Batch batch) {
        locked(() -> {
            stock.returned(batch);
            return null;
        });
    }

    @Override
    public void discarded(Batch batch, String reason) {
        locked(() -> {
            stock.discarded(batch, reason);
            return null;
        });
        forcing.beat(false);
    }

    @Override
    public Pending pending() {
        return locked(() -> {
            long records = 0;
            long bytes = 0;
            long oldest = Long.MAX_VALUE;
            for (PendingFrame block : (Iterable<PendingFrame>) stock.blocks()::iterator) {
                records += block.left();
                bytes += block.length;
                oldest = Math.min(oldest, block.head().oldest());
            }
            Instant since = records == 0 ? null : Instant.EPOCH.plus(oldest, ChronoUnit.MICROS);
            return new Pending(records, bytes, since);
        });
    }

    /**
     * Those that wait, in the order of {@link Backlog.Order#OLDEST}, without taking them; those taken are among them.
     *
     * @param from how many are passed over
     * @param most not more than 1,000 are given, as all of them are in memory
     */
    public List<SequencedRecord> peek(long from, int most) {
        List<SequencedRecord> seen = new ArrayList<>();
        peek(from, most, seen::add);
        return seen;
    }

    /** Reads the same one after the other, until no more is taken. */
    public void peek(long from, int most, Predicate<SequencedRecord> to) {
        locked(() -> stock.window(from, Math.min(most, MOST_SEEN))).read(to);
    }

    /** Returns when all that was accepted is on the disk, as far as the disk takes it: before the machine sleeps. */
    public void flush() {
        keeper.tend(true);
    }

    /** The same as the own thread does now and then. */
    void tend() {
        keeper.tend(false);
    }

    /** Bytes of records on the disk. */
    long bytes() {
        return lanes.stream().mapToLong(RecordLog::bytes).sum();
    }

    @Override
    public Health health() {
        return locked(() -> BufferHealth.of(
                stock,
                syncing.count(),
                bytes() + spare.bytes(),
                folder,
                lanes.get(0).isOpen(),
                watermarks.trouble().sentence()));
    }

    /** Flushes; what is accepted later is refused with false. */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        forcing.close();
        tending.close();
        keeper.end();
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
