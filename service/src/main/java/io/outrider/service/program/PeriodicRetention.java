package io.outrider.service.program;

import io.outrider.service.telemetry.TelemetryRetention;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hourly deletion of old telemetry, and of that of deleted devices. */
final class PeriodicRetention implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeriodicRetention.class);

    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "retention"));

    PeriodicRetention(TelemetryRetention retention) {
        timer.scheduleWithFixedDelay(
                () -> {
                    try {
                        retention.run();
                    } catch (RuntimeException e) { // the next turn tries again
                        LOG.warn("old records could not be deleted; next try in 60 min: {}", e.getMessage());
                    }
                },
                1,
                60,
                TimeUnit.MINUTES);
    }

    @Override
    public void close() throws InterruptedException {
        timer.shutdownNow();
        timer.awaitTermination(30, TimeUnit.SECONDS);
    }
}
