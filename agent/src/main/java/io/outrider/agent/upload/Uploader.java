package io.outrider.agent.upload;

import io.outrider.agent.buffer.Backlog;
import io.outrider.agent.time.Timeline;
import io.outrider.api.Health;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Brings what waits in the buffer to the sink. One thread, which sleeps while there is nothing to do. */
public final class Uploader implements Health.Source, AutoCloseable {
    /** @param budget what was sent; closed by whoever made it */
    public Uploader(
            Backlog backlog,
            Timeline timeline,
            Budget budget,
            Ticker ticker,
            RandomGenerator random,
            UploadSettings settings) {}

    /** From now on records go there; the former sink is closed. What it has not answered is sent again. */
    public void use(Sink sink) {}

    /** There are records that wait. Any thread; quick. */
    public void added(int records) {}

    /** The sink can be used again, or differently. Any thread; quick. */
    public void connected() {}

    /** Sends what waits, as far as it goes in this time; false if some still waits. */
    public boolean flush(Duration most) throws InterruptedException {
        return false;
    }

    @Override
    public Health health() {
        return Health.NOTHING;
    }

    @Override
    public void close() {}
}
