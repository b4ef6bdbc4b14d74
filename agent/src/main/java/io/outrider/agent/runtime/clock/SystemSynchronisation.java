package io.outrider.agent.runtime.clock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Linux says. The kernel knows it best: it forgets that it was synchronised when somebody sets the clock by hand,
 * and when nobody has corrected it for some nine hours. Where it may not be asked (systemd's {@code ProtectClock=},
 * containers), a mark of systemd-timesyncd says at least that the clock has been right once since the machine started.
 */
final class SystemSynchronisation implements Synchronisation {
    private static final Logger LOG = LoggerFactory.getLogger(SystemSynchronisation.class);

    /** systemd-timesyncd(8), "Files". */
    private static final Path MARK = Path.of("/run/systemd/timesync/synchronized");

    /** The kernel's word. */
    @FunctionalInterface
    interface Kernel {
        /** @throws IOException if it does not tell */
        boolean isSynchronised() throws IOException;
    }

    private final Kernel kernel;
    private final Path mark;
    private final AtomicBoolean said = new AtomicBoolean();

    SystemSynchronisation(Kernel kernel, Path mark) {
        this.kernel = kernel;
        this.mark = mark;
    }

    static SystemSynchronisation ofThisMachine() {
        return new SystemSynchronisation(Adjtimex::isSynchronised, MARK);
    }

    @Override
    public State state() {
        try {
            return kernel.isSynchronised() ? State.YES : State.NO;
        } catch (IOException e) {
            if (!said.getAndSet(true)) {
                LOG.info(
                        "the kernel does not say whether its clock is synchronised ({}); {} does",
                        e.getMessage(),
                        mark);
            }
        }
        if (Files.exists(mark)) {
            return State.YES;
        }
        return Files.isDirectory(mark.getParent()) ? State.NO : State.UNKNOWN;
    }
}
