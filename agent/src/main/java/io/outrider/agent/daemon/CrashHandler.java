package io.outrider.agent.daemon;

import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For what nobody caught, on whatever thread: a daemon that has lost a thread only seems to be well, so the process ends
 * and the service manager starts it again. Nothing is closed before: after an error that may never end, and the data
 * survive a power cut anyhow.
 */
public final class CrashHandler implements Thread.UncaughtExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(CrashHandler.class);

    private final IntConsumer halt;

    /** @param halt ends the process with this code, at once */
    public CrashHandler(IntConsumer halt) {
        this.halt = halt;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable fault) {
        try {
            LOG.error("thread {} died of a fault in outrider, which ends; please report it", thread.getName(), fault);
        } finally {
            halt.accept(1); // also if there is no memory left to say so
        }
    }
}
