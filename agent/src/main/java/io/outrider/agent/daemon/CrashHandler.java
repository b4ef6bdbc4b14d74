package io.outrider.agent.daemon;

import io.outrider.api.FaultText;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handler of uncaught exceptions on any thread: ends the process, as a daemon without one of its threads only seems healthy;
 * the service manager restarts it. Closes nothing first: that may hang after an error, and the data survive a power cut.
 */
public final class CrashHandler implements Thread.UncaughtExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(CrashHandler.class);

    private final IntConsumer halt;

    /** @param halt ends the process with this exit code, without shutdown hooks */
    public CrashHandler(IntConsumer halt) {
        this.halt = halt;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable fault) {
        try {
            LOG.error(
                    "uncaught exception in thread {}; outrider exits" + FaultText.LOG_SUFFIX, thread.getName(), fault);
        } finally {
            halt.accept(1); // even if logging fails for lack of memory
        }
    }
}
