package io.outrider.agent.runtime.clock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Synchronisation state from Linux. The kernel clears it when the clock is set by hand or goes uncorrected for about nine
 * hours. Where adjtimex(2) is forbidden (systemd's {@code ProtectClock=}, containers), the file that systemd-timesyncd
 * creates shows at least that the clock was right once since the boot.
 */
final class SystemSynchronisation implements Synchronisation {
    private static final Logger LOG = LoggerFactory.getLogger(SystemSynchronisation.class);

    /** systemd-timesyncd(8), "Files". */
    static final Path MARK = Path.of("/run/systemd/timesync/synchronized");

    @FunctionalInterface
    interface Kernel {
        boolean isSynchronised() throws IOException;
    }

    private final Kernel kernel;
    private final Path mark;
    private final AtomicBoolean logged = new AtomicBoolean();

    SystemSynchronisation(Kernel kernel, Path mark) {
        this.kernel = kernel;
        this.mark = mark;
    }

    @Override
    public SyncState state() {
        try {
            return kernel.isSynchronised() ? SyncState.YES : SyncState.NO;
        } catch (IOException e) {
            if (!logged.getAndSet(true)) {
                LOG.info("kernel clock state unavailable ({}); using {} for synchronisation", e.getMessage(), mark);
            }
        }
        if (Files.exists(mark)) {
            return SyncState.YES;
        }
        return Files.isDirectory(mark.getParent()) ? SyncState.NO : SyncState.UNKNOWN;
    }
}
