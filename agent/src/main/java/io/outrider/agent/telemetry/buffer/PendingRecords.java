package io.outrider.agent.telemetry.buffer;

import static io.outrider.agent.runtime.Locks.locked;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.telemetry.buffer.FrameBuilder.AppendRequests;
import io.outrider.agent.telemetry.buffer.FrameHeader.LostRange;
import io.outrider.agent.telemetry.buffer.LossReport.Loss;
import io.outrider.wire.Batch;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records accepted and not yet delivered: frames in the logs, then the overflow queue. Owns the lock of the buffer. */
final class PendingRecords {
    private static final Logger LOG = LoggerFactory.getLogger(PendingRecords.class);

    final ReentrantLock lock = new ReentrantLock();
    final LossReport losses = new LossReport();
    final RunProgress progress;
    private final RecordLog active;
    private final RecordCodec codec;
    private final OverflowQueue overflow;
    private final DeliveryOrder deliveryOrder;
    private final ReserveFile reserve;
    private final TimeSource time;
    private final Map<RecordId, FrameEntry> inFlight = new HashMap<>();
    private IOException diskError; // null while writes succeed
    private boolean isDirty; // written since the last fsync
    private boolean hasNewLossRecords; // loss records the listener has not been notified of
    private long accepted;
    private long delivered;

    record RecordId(String run, long sequence) {}

    record FrameEntry(PendingFrame frame, int index) {}

    PendingRecords(
            RecordLog active,
            List<RecordLog> compacted,
            RecordCodec codec,
            RunProgress progress,
            long maxOverflowBytes,
            ReserveFile reserve,
            TimeSource time) {
        this.active = active;
        this.codec = codec;
        this.progress = progress;
        this.reserve = reserve;
        this.time = time;
        overflow = new OverflowQueue(maxOverflowBytes);
        deliveryOrder = new DeliveryOrder(compacted, active, overflow);
    }

    /** @return whether the records are written, though perhaps not yet forced */
    boolean accept(AppendRequests requests) {
        accepted += requests.count();
        return append(requests);
    }

    private boolean append(AppendRequests requests) {
        long first = progress.nextSequence();
        List<PendingFrame> frames = new ArrayList<>(requests.builders().size());
        for (FrameBuilder each : requests.builders()) {
            frames.add(each.build(active, progress.run, progress.boot, first));
        }
        progress.allocate(requests.count());
        if (overflow.isEmpty() && write(frames)) {
            return true;
        }
        reserve.markUnwritten(first);
        frames.forEach(this::addToOverflow);
        return false;
    }

    private void addToOverflow(PendingFrame frame) {
        overflow.add(frame);
        while (overflow.isOverLimit()) {
            PendingFrame candidate = overflow.evictionCandidate();
            if (candidate == null) {
                return;
            }
            discardAsLost(candidate, "disk");
        }
    }

    private boolean write(List<PendingFrame> frames) {
        try {
            active.onAppended(frames, active.append(active.encode(frames)));
            isDirty = true;
            diskError = null;
            return true;
        } catch (IOException e) {
            diskError = e;
            return false;
        }
    }

    /** Writes the overflow queue to the active log until a write fails. */
    void flushOverflow() {
        while (!overflow.isEmpty() && write(List.of(overflow.peek()))) {
            overflow.remove(overflow.peek());
        }
        if (!overflow.isEmpty()) {
            reserve.markUnwritten(overflow.peek().header().first());
        }
    }

    /** As {@link #flushOverflow}, and splits frames that do not fit as a whole. */
    void flushOverflowInParts() {
        flushOverflow();
        while (!overflow.isEmpty() && diskError != null && isNoSpace(diskError)) {
            List<PendingFrame> halves = overflow.peek().halves(codec);
            if (halves.isEmpty()) {
                return;
            }
            overflow.replaceFirst(halves);
            flushOverflow();
        }
    }

    /** Discards the overflow queue, in flight or not; returns the losses that no record on the disk reports. */
    List<Loss> discardOverflow() {
        List<Loss> all = new ArrayList<>(losses.drain());
        for (PendingFrame frame : List.copyOf(overflow.frames())) {
            frame.inFlight.clear();
            discardAsLost(frame, "disk");
        }
        all.addAll(losses.drain());
        all.sort(Comparator.comparing(
                loss -> loss.lostRanges().size())); // a loss without ranges is detected again by the next run
        return all;
    }

    /** Turns losses into {@code agent.loss} records. */
    void writeLossRecords() {
        for (Loss loss : losses.drain()) {
            append(AppendRequests.of(List.of(loss.toRecord(time.now())), loss.lostRanges()));
            hasNewLossRecords = true;
        }
    }

    /** @return whether loss records were written since the last call */
    boolean clearNewLossRecords() {
        boolean was = hasNewLossRecords;
        hasNewLossRecords = false;
        return was;
    }

    /** Reserves records for one batch, in delivery order. */
    BatchBuilder reserveBatch(Backlog.Order order, int most) {
        BatchBuilder builder = new BatchBuilder(order, most);
        for (PendingFrame frame : (Iterable<PendingFrame>) deliveryOrder.of(order)::iterator) {
            if (frame.free() > 0 && !builder.reserve(frame)) {
                break;
            }
        }
        return builder;
    }

    /** Builds the batch from the records that were read; null if none were. */
    Batch complete(BatchBuilder builder) {
        Batch batch = builder.build(inFlight, progress.boot, this::discardIfUnreadable);
        if (builder.readError() != null) {
            diskError = builder.readError();
        }
        return batch;
    }

    /** Discards a frame that is unreadable for good, but for records in flight; returns true if it did. */
    boolean discardIfUnreadable(PendingFrame frame, IOException why) {
        if (!frame.recordReadFailure(why, time.now().upMicros())) {
            return false;
        }
        LOG.warn(
                "{} buffered records in {} are unreadable and counted as lost; check the disk with dmesg",
                frame.free(),
                frame.position() == null ? "memory" : frame.log.file(frame.position()));
        discardAsLost(frame, "damaged");
        return true;
    }

    DeliveryOrder.Window window(long from, int most) {
        return deliveryOrder.window(from, most);
    }

    void delivered(Batch batch) {
        delivered += markDone(batch, null);
    }

    void discarded(Batch batch, String reason) {
        markDone(batch, reason);
    }

    void returned(Batch batch) {
        for (SequencedRecord each : batch.records()) {
            FrameEntry location = inFlight.remove(new RecordId(batch.runId(), each.sequence()));
            if (location != null) {
                location.frame().inFlight.clear(location.index());
            }
        }
    }

    private long markDone(Batch batch, String reason) {
        RemovedRecords removed = new RemovedRecords();
        for (SequencedRecord each : batch.records()) {
            FrameEntry location = inFlight.remove(new RecordId(batch.runId(), each.sequence()));
            if (location != null) {
                removed.add(location.frame(), location.index(), reason == null ? null : each.record());
                removeIfDone(location.frame());
            }
        }
        if (reason == null) {
            removed.done.forEach(RecordLog::done);
        } else {
            long first = batch.records().get(0).sequence();
            long last = batch.records().get(batch.records().size() - 1).sequence();
            removed.countAsLost(reason, batch.runId(), first, last);
        }
        return removed.count;
    }

    /** Records marked as done, with their ordinals in the logs. */
    private final class RemovedRecords {
        final Map<RecordLog, SequenceRanges> done = new HashMap<>();
        long count; // without lost loss records

        /** @param lost null if it is delivered or cannot be read */
        void add(PendingFrame frame, int index, TelemetryRecord lost) {
            if (!frame.markDone(index)) {
                return;
            }
            if (frame.position() != null) {
                done.computeIfAbsent(frame.log, log -> new SequenceRanges()).add(RecordLog.ordinal(frame, index));
            }
            if (lost != null && lost.type().equals(LossReport.TYPE)) {
                losses.addAgain(lost, frame.position() == null ? frame.header().lostRanges() : List.of());
            } else {
                count++;
            }
        }

        void countAsLost(String reason, String run, long first, long last) {
            List<LostRange> lostRanges = new ArrayList<>();
            done.forEach((log, ranges) -> ranges.all().forEach(range -> {
                log.deferDone(range);
                lostRanges.add(new LostRange(log.number, range));
            }));
            lost(reason, run, count, first, last, lostRanges);
        }
    }

    void removeIfDone(PendingFrame frame) {
        if (frame.remaining() == 0) {
            if (frame.position() == null) {
                overflow.remove(frame);
            } else {
                frame.log.remove(frame);
            }
        }
    }

    /** Discards the records of a frame that are not in flight, and counts them as lost. */
    void discardAsLost(PendingFrame frame, String reason) {
        FrameHeader header = frame.header();
        List<SequencedRecord> records = header.hasLoss() ? readable(frame) : List.of();
        RemovedRecords removed = new RemovedRecords();
        for (int i = 0; i < header.count(); i++) {
            if (!frame.inFlight.get(i)) {
                removed.add(frame, i, records.isEmpty() ? null : records.get(i).record());
            }
        }
        removed.countAsLost(reason, runId(header.run()), header.first(), header.last());
        removeIfDone(frame);
    }

    /** Records of a frame; empty if it is unreadable. */
    private List<SequencedRecord> readable(PendingFrame frame) {
        try {
            return frame.records(codec);
        } catch (IOException e) {
            return List.of();
        }
    }

    void lost(String reason, String ofRun, long count, long from, long to, List<LostRange> lostRanges) {
        if (count > 0 || !lostRanges.isEmpty()) {
            losses.add(new Loss(reason, ofRun, count, from, to, lostRanges));
        }
    }

    static String runId(long run) {
        return HexFormat.of().toHexDigits(run);
    }

    /** Updates the in-flight index after compaction. */
    void relocate(long ofRun, long sequence, PendingFrame frame, int index) {
        if (!inFlight.isEmpty()
                && inFlight.replace(new RecordId(runId(ofRun), sequence), new FrameEntry(frame, index)) != null) {
            frame.inFlight.set(index);
        }
    }

    /** All frames with pending records. */
    Stream<PendingFrame> frames() {
        return deliveryOrder.of(Backlog.Order.OLDEST);
    }

    /** Time of the oldest record, as well as it is known; null if none is pending. */
    Instant oldest() {
        OptionalLong micros =
                frames().mapToLong(frame -> frame.header().oldest()).min();
        return micros.isEmpty() ? null : Instant.EPOCH.plus(micros.getAsLong(), ChronoUnit.MICROS);
    }

    /** Number of records in memory only. */
    long overflowRecords() {
        return overflow.records();
    }

    long accepted() {
        return accepted;
    }

    long delivered() {
        return delivered;
    }

    boolean hasOverflow() {
        return !overflow.isEmpty();
    }

    long overflowLossRecords() {
        return overflow.frames().stream()
                .filter(each -> each.header().hasLoss())
                .mapToLong(PendingFrame::remaining)
                .sum();
    }

    IOException diskError() {
        return diskError;
    }

    void diskError(IOException why) {
        diskError = why;
    }

    /** @return whether anything was written since the last call */
    boolean clearDirty() {
        boolean was = isDirty;
        isDirty = false;
        return was;
    }

    void markDirty() {
        isDirty = true;
    }

    boolean isDirty() {
        return isDirty;
    }

    /** True if the disk is full and the overflow queue more than half full. */
    boolean mustFreeSpace() {
        return locked(lock, () -> diskError != null && overflow.isHalfFull() && isNoSpace(diskError));
    }

    private static boolean isNoSpace(IOException why) {
        String message = String.valueOf(why.getMessage());
        return message.contains("No space left") || message.contains("quota");
    }
}
