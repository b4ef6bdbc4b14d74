package io.outrider.service.program;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Steps that run on a thread of their own, again and again; one that fails holds up no other, and is tried again in the next turn. */
public final class PeriodicTask implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeriodicTask.class);

    private final String name;
    private final Duration pause;
    private final ScheduledExecutorService timer;

    /**
     * Starts the task.
     *
     * @param name of the thread
     * @param pause before each turn; a minute before the first if it is longer
     */
    public PeriodicTask(String name, Duration pause, Runnable... steps) {
        this.name = name;
        this.pause = pause;
        timer = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, name));
        long millis = pause.toMillis();
        timer.scheduleWithFixedDelay(
                () -> List.of(steps).forEach(this::run), Math.min(millis, 60_000), millis, TimeUnit.MILLISECONDS);
    }

    private void run(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) { // most of the database
            LOG.warn("{} failed, next try in {} s: {}", name, pause.toMillis() / 1e3, ServiceCommand.failure(e));
        }
    }

    /** Waits for the turn under way, and interrupts it after two seconds. */
    @Override
    public void close() throws InterruptedException {
        timer.shutdown();
        if (!timer.awaitTermination(2, TimeUnit.SECONDS)) {
            timer.shutdownNow();
            timer.awaitTermination(20, TimeUnit.SECONDS);
        }
    }
}
