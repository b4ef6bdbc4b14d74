package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** Uploader with an in-memory buffer, a clock and a budget. */
final class Uploading implements AutoCloseable {
    /** Nanoseconds by which the test has advanced the ticker. */
    final AtomicLong advanced = new AtomicLong();

    final MemoryBacklog backlog = new MemoryBacklog();
    final SetClock clock = new SetClock();
    final UploadBudget budget;
    final Uploader uploader;
    final CloudModule cloud;
    final Inhibitions inhibitions = new Inhibitions(ticker());

    private Ticker ticker() {
        return new Ticker() {
            @Override
            public long nanos() {
                return System.nanoTime() + advanced.get();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                Ticker.system().sleep(nanos);
            }
        };
    }

    Uploading(Path folder, int batch, int age, int budgetMb) {
        this(folder, batch, age, budgetMb, new Heartbeats(Ticker.system()).register("upload", Duration.ofDays(1)));
    }

    Uploading(Path folder, int batch, int age, int budgetMb, Heartbeat heartbeat) {
        budget = new UploadBudget(folder.resolve("usage.json"), clock, ticker(), budgetMb);
        UploadSettings settings =
                new UploadSettings("none", null, null, null, null, batch, age, budgetMb, null, null, null);
        BacklogInhibition awake = new BacklogInhibition(inhibitions, ticker());
        uploader = new Uploader(backlog, clock, budget, folder, ticker(), shortJitter(), heartbeat, awake, settings);
        cloud = new CloudModule(uploader, backlog, budget);
    }

    /** Jitter that keeps backoff delays below 2 ms. */
    private static RandomGenerator shortJitter() {
        Random random = new Random(7);
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                return random.nextLong();
            }

            @Override
            public long nextLong(long bound) {
                return random.nextInt(2_000_000);
            }
        };
    }

    void put(int count) {
        backlog.put(count);
        uploader.added(count, false);
    }

    @Override
    public void close() {
        uploader.close();
        budget.close();
    }
}
