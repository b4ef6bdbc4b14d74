package io.outrider.agent.runtime.watchdog;

import io.outrider.api.Ticker;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives systemd the sign of life, twice as often as it asks for it and only while every loop turns: a daemon that hangs
 * is restarted. Has a thread of its own if systemd asks for it, and none else.
 */
public final class Watchdog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    private final ServiceManager manager;
    private final Heartbeats loops;
    private final Ticker ticker;
    private final Set<Heartbeat> told = new HashSet<>();
    private final Thread thread;

    public Watchdog(ServiceManager manager, Heartbeats loops, Ticker ticker) {
        this.manager = manager;
        this.loops = loops;
        this.ticker = ticker;
        this.thread = manager.watchdog()
                .map(limit -> new Thread(() -> run(limit.toNanos() / 2), "watchdog"))
                .orElse(null);
        if (thread != null) {
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run(long interval) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                beat();
                ticker.sleep(interval);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private void beat() {
        List<Heartbeat> stuck = loops.stuck();
        for (Heartbeat loop : stuck) {
            if (told.add(loop)) {
                LOG.warn("{}; systemd gets no sign of life and will restart outrider", loop.problem());
            }
        }
        for (Heartbeat loop : List.copyOf(told)) {
            if (!stuck.contains(loop)) {
                told.remove(loop);
                LOG.info("the loop '{}' turns again, or has ended", loop.name());
            }
        }
        if (stuck.isEmpty()) {
            manager.alive();
        }
    }

    /** No further signs of life. */
    @Override
    public void close() {
        if (thread != null) {
            thread.interrupt();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
