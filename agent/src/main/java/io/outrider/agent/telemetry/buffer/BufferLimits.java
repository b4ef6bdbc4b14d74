package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.SlotFile;
import java.time.Duration;

/**
 * Size, age and segment limits of the buffer.
 *
 * @param bytes on the disk in all, except for the reserve and watermark files
 * @param maxAge of records; compared between trusted times only
 * @param activeSegmentBytes length of a segment of the active log
 * @param compactedSegmentBytes length of a segment of a compacted log
 * @param activeSegments with pending frames, before the oldest is compacted
 * @param overflowBytes of records in memory while the disk fails
 */
record BufferLimits(
        long bytes,
        Duration maxAge,
        int activeSegmentBytes,
        int compactedSegmentBytes,
        int activeSegments,
        long overflowBytes) {
    static BufferLimits of(BufferSettings settings) {
        return new BufferLimits(
                ((long) settings.size_mb() << 20) - ReserveFile.BYTES - SlotFile.BYTES,
                Duration.ofDays(settings.days()),
                1 << 18,
                1 << 18,
                4,
                2 << 20);
    }
}
