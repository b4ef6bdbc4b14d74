package io.outrider.agent.telemetry.buffer;

import static io.outrider.agent.runtime.Locks.locked;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.storage.SlotFile;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.agent.telemetry.buffer.FrameBuilder.AppendRequests;
import io.outrider.agent.telemetry.record.RecordSink;
import io.outrider.api.Health;
import io.outrider.wire.Batch;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Persistent queue of telemetry records until their delivery; the package comment lists the guarantees. Any thread. */
public final class Buffer implements RecordSink, Backlog, Health.Source, AutoCloseable {
    /** Of the threads that write to a disk: a worn card may stall for minutes. */
    public static final Duration HEARTBEAT_LIMIT = Duration.ofMinutes(10);

    private static final int MAX_PEEK = 1_000;
    private static final List<String> LOG_NAMES = List.of("fresh", "high", "normal", "low");

    private final Path folder;
    private final RecordCodec codec;
    private final ReserveFile reserve;
    private final PendingRecords pending;
    private final BufferMaintenance maintenance;
    private final List<RecordLog> logs;
    private final WatermarkFile watermarks;
    private final GroupFsync fsync;
    private final DebouncedWorker syncWorker; // runs nothing but fsync, which must not be delayed
    private final DebouncedWorker maintenanceWorker;
    private final boolean waitsForDisk;
    private final int maxActiveSegments;
    private volatile Runnable listener = () -> {};
    private volatile boolean isClosed;

    Buffer(
            Path folder,
            BufferLimits limits,
            int syncMillis,
            RecordCodec codec,
            String machineBoot,
            RandomGenerator random,
            TimeSource time,
            Disk disk) {
        this.folder = folder;
        this.codec = codec;
        waitsForDisk = syncMillis == 0;
        maxActiveSegments = limits.activeSegments() + 1;
        logs = new ArrayList<>();
        for (String name : LOG_NAMES) {
            int segment = logs.isEmpty() ? limits.activeSegmentBytes() : limits.compactedSegmentBytes();
            logs.add(new RecordLog(logs.size(), folder.resolve(name), segment, disk));
        }
        long bootId = UUID.nameUUIDFromBytes(machineBoot.getBytes(StandardCharsets.UTF_8))
                .getMostSignificantBits();
        List<RecordLog> compacted = logs.subList(1, logs.size());
        long run = random.nextLong();
        reserve = new ReserveFile(folder.resolve("spare"), disk, run);
        RunProgress progress = new RunProgress(logs.get(0), run, bootId);
        pending = new PendingRecords(logs.get(0), compacted, codec, progress, limits.overflowBytes(), reserve, time);
        watermarks = new WatermarkFile(
                new SlotFile(folder.resolveSibling(folder.getFileName() + ".watermark"), disk), pending, logs);
        fsync = new GroupFsync(pending, logs, watermarks);
        maintenance = new BufferMaintenance(
                pending, fsync, logs, codec, reserve, watermarks, limits, time, () -> listener.run());
        maintenanceWorker = new DebouncedWorker("buffer", 0, () -> {
            maintenance.maintain(false);
            return pending.diskError() == null;
        });
        int delay = syncMillis / 2; // the other half is left for the fsync itself
        syncWorker = new DebouncedWorker("buffer-sync", delay, () -> {
            fsync.sync();
            maintenanceWorker.wake(false);
            return true;
        });
        maintenance.maintain(false);
    }

    /** Opens the buffer. Never fails: an error is reported by {@link #health}, and opening is retried each second. */
    public static Buffer open(
            Path folder,
            BufferSettings settings,
            RecordCodec codec,
            String machineBoot,
            RandomGenerator random,
            TimeSource time,
            Heartbeats heartbeats) {
        Buffer buffer = new Buffer(
                folder, BufferLimits.of(settings), settings.sync_ms(), codec, machineBoot, random, time, Disk.SYSTEM);
        buffer.start(heartbeats);
        return buffer;
    }

    void start(Heartbeats heartbeats) {
        maintenanceWorker.start(heartbeats.register("buffer", HEARTBEAT_LIMIT));
        syncWorker.start(heartbeats.register("buffer-sync", HEARTBEAT_LIMIT));
    }

    /** @param listener called on a thread of the buffer when it has written a loss record; must return quickly */
    public void onLossRecord(Runnable listener) {
        this.listener = listener;
    }

    @Override
    public CompletableFuture<Boolean> accept(List<TelemetryRecord> records) {
        AppendRequests request = AppendRequests.of(records, List.of());
        if (request.invalid() > 0) {
            lost("invalid", request.invalid());
        }
        if (isClosed || request.count() == 0) {
            return CompletableFuture.completedFuture(!isClosed && records.isEmpty()); // false if records were invalid
        }
        CompletableFuture<Boolean> stored;
        boolean isFull;
        boolean isOverLimit;
        pending.lock.lock();
        try {
            stored = pending.accept(request) ? fsync.nextSync() : CompletableFuture.completedFuture(false);
            isFull = logs.get(0).isFull();
            isOverLimit = logs.get(0).segments() > maxActiveSegments;
        } finally {
            pending.lock.unlock();
        }
        if (waitsForDisk) {
            maintenance.maintain(false);
        } else {
            syncWorker.wake(isFull);
            if (isOverLimit) {
                maintenanceWorker.wake(true);
            }
        }
        return stored;
    }

    /** Counts records dropped before they reached the buffer; an {@code agent.loss} follows within a second. */
    public void lost(String reason, long count) {
        locked(pending.lock, () -> pending.lost(reason, null, count, 0, 0, List.of()));
        syncWorker.wake(false);
    }

    @Override
    public Batch take(Order order, int most) {
        while (true) {
            BatchBuilder builder = locked(pending.lock, () -> {
                if (pending.hasOverflow()) {
                    pending.writeLossRecords(); // deliverable even if it is only in memory
                }
                return pending.reserveBatch(order, most);
            });
            if (builder.isEmpty()) {
                return null;
            }
            builder.read(codec); // outside the lock: accept() does not wait
            Batch batch = locked(pending.lock, () -> pending.complete(builder));
            if (builder.readError() != null) {
                maintenanceWorker.wake(false); // retries the disk
            }
            if (batch != null || builder.readError() != null) {
                return batch;
            }
        }
    }

    @Override
    public void delivered(Batch batch) {
        boolean canDrop = locked(pending.lock, () -> {
            pending.delivered(batch);
            return logs.stream()
                    .anyMatch(log -> log.isUnused() || !log.droppable().isEmpty());
        });
        watermarks.save(); // segments dropped next may hold its done ranges
        if (canDrop) {
            syncWorker.wake(false);
        }
    }

    @Override
    public void returned(Batch batch) {
        locked(pending.lock, () -> pending.returned(batch));
    }

    @Override
    public void discarded(Batch batch, String reason) {
        locked(pending.lock, () -> pending.discarded(batch, reason));
        syncWorker.wake(false);
    }

    @Override
    public Pending pending() {
        return locked(pending.lock, () -> {
            List<PendingFrame> frames = pending.frames().toList();
            return new Pending(
                    frames.stream().mapToLong(PendingFrame::remaining).sum(),
                    frames.stream().mapToLong(frame -> frame.length).sum(),
                    pending.oldest());
        });
    }

    /** Shows 1,000 records at most. */
    @Override
    public void peek(long from, int most, Predicate<SequencedRecord> visitor) {
        DeliveryOrder.Window window = locked(pending.lock, () -> pending.window(from, Math.min(most, MAX_PEEK)));
        window.read(codec, visitor);
    }

    /** Writes and forces all accepted records if the disk permits; called before the machine suspends. */
    public void flush() {
        maintenance.maintain(true);
    }

    void maintain() {
        maintenance.maintain(false);
    }

    long bytes() {
        return logs.stream().mapToLong(RecordLog::bytes).sum();
    }

    @Override
    public Health health() {
        return locked(
                pending.lock,
                () -> BufferHealth.of(
                        pending,
                        fsync.count(),
                        bytes() + reserve.bytes(),
                        folder,
                        logs.get(0).isOpen(),
                        watermarks.problem.sentence()));
    }

    /** Flushes; a later {@code accept} completes with false. */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        syncWorker.close();
        maintenanceWorker.close();
        maintenance.close();
    }
}
