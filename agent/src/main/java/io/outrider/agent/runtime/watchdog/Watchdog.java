package io.outrider.agent.runtime.watchdog;

import io.outrider.api.Ticker;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watchdog thread: sends systemd keep-alives at half its timeout, only while no heartbeat is stuck, so that systemd restarts
 * a daemon that hangs. Starts no thread without a watchdog timeout.
 */
public final class Watchdog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    private final ServiceManager manager;
    private final Heartbeats heartbeats;
    private final Ticker ticker;
    private final Set<Heartbeat> reported = new HashSet<>();
    private final Thread thread;

    public Watchdog(ServiceManager manager, Heartbeats heartbeats, Ticker ticker) {
        this.manager = manager;
        this.heartbeats = heartbeats;
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
                checkHeartbeats();
                ticker.sleep(interval);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private void checkHeartbeats() {
        List<Heartbeat> stuck = heartbeats.stuck();
        for (Heartbeat heartbeat : stuck) {
            if (reported.add(heartbeat)) {
                LOG.warn("{}; watchdog keep-alives stop and systemd will restart outrider", heartbeat.problem());
            }
        }
        for (Heartbeat heartbeat : List.copyOf(reported)) {
            if (!stuck.contains(heartbeat)) {
                reported.remove(heartbeat);
                LOG.info("the loop '{}' is no longer stuck", heartbeat.name());
            }
        }
        if (stuck.isEmpty()) {
            manager.alive();
        }
    }

    /** Stops the keep-alives. */
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
