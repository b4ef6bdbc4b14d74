package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.SlotFile;
import java.time.Duration;

/**
 * How much is kept, and where.
 *
 * @param bytes on the disk, all together, but for the spare file and the watermarks
 * @param age of records that are given up; only between moments that can be trusted
 * @param freshSegment bytes in a file of the fresh lane
 * @param packedSegment bytes in a file of a packed lane
 * @param freshSegments with something wanted in them, before the oldest is packed
 * @param memory bytes of records that are kept while the disk takes none
 */
record BufferLimits(long bytes, Duration age, int freshSegment, int packedSegment, int freshSegments, long memory) {
    static BufferLimits of(BufferSettings settings) {
        Duration age = Duration.ofDays(settings.days());
        return new BufferLimits(
                ((long) settings.size_mb() << 20) - ReserveFile.BYTES - SlotFile.BYTES,
                age,
                1 << 18,
                1 << 18,
                4,
                2 << 20);
    }
}
