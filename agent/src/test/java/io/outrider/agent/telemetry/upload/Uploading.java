package io.outrider.agent.telemetry.upload;

import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** An upload with everything around it. */
final class Uploading implements AutoCloseable {
    final MemoryBacklog backlog = new MemoryBacklog();
    final SetClock clock = new SetClock();
    final UploadBudget budget;
    final Uploader uploader;
    final CloudModule cloud;

    /** Nanoseconds by which the test has put the ticker forward. */
    final AtomicLong later = new AtomicLong();

    private Ticker ticker() {
        return new Ticker() {
            @Override
            public long nanos() {
                return System.nanoTime() + later.get();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                Ticker.system().sleep(nanos);
            }
        };
    }

    Uploading(Path folder, int batch, int age, int budgetMb) {
        budget = new UploadBudget(folder.resolve("usage.json"), clock, ticker(), budgetMb);
        UploadSettings settings =
                new UploadSettings("none", null, null, null, null, batch, age, budgetMb, null, null, null);
        uploader = new Uploader(backlog, clock, budget, folder, ticker(), impatient(), settings);
        cloud = new CloudModule(uploader, backlog, backlog, budget);
    }

    /** Pauses of at most a few milliseconds. */
    private static RandomGenerator impatient() {
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
