package io.outrider.agent.telemetry.buffer;

import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rate-limited log of disk errors: one pair of lines in ten minutes at most. One thread at a time. */
final class DiskErrorLog {
    private static final Logger LOG = LoggerFactory.getLogger(DiskErrorLog.class);
    private static final long MIN_INTERVAL_MICROS = 600_000_000;

    private final Path folder;
    private boolean isReported; // and not recovered since
    private long reportedMicros; // 0 if never

    DiskErrorLog(Path folder) {
        this.folder = folder;
    }

    /** @param why null while the disk works */
    void update(boolean isOpen, IOException why, long upMicros) {
        if (why == null && isReported) {
            isReported = false;
            LOG.info("the buffer of records in {} can be written again", folder);
        } else if (why != null
                && !isReported
                && (reportedMicros == 0 || upMicros - reportedMicros >= MIN_INTERVAL_MICROS)) {
            isReported = true;
            reportedMicros = Math.max(1, upMicros);
            if (!isOpen) {
                LOG.warn(
                        "the buffer of records cannot be opened ({}): what waits in {} is not sent, and new records are kept"
                                + " in memory as far as there is room; remove what is in the way, or make it readable and"
                                + " writable",
                        IoReason.of(why),
                        folder);
                return;
            }
            LOG.warn(
                    "records cannot be written to {} or read from it ({}), and are kept in memory as far as there is room;"
                            + " free space there, or make it writable",
                    folder,
                    IoReason.of(why));
        }
    }
}
