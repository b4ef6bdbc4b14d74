package io.outrider.agent.telemetry.upload;

import io.outrider.agent.fleet.ReplaceableLink;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.agent.telemetry.buffer.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Upload of telemetry records as configured in {@code [upload]}. */
public final class Upload implements AutoCloseable {
    private static final Duration FINAL_FLUSH = Duration.ofSeconds(1);

    private final String unit;
    private final ReplaceableLink link;
    private final Buffer buffer;
    private final UploadBudget budget;
    private final Uploader uploader;
    private volatile UploadSettings current;

    /** @param data folder of the unit's data */
    public Upload(
            Path data,
            BootTimeTicker ticker,
            RandomGenerator random,
            String unit,
            TimeSource time,
            Buffer buffer,
            ReplaceableLink link,
            Heartbeat heartbeat,
            Inhibitions inhibitions,
            UploadSettings first) {
        this.unit = unit;
        this.link = link;
        this.buffer = buffer;
        budget = new UploadBudget(data.resolve("upload/usage.json"), time, ticker, first.budgetMb());
        BacklogInhibition awake = new BacklogInhibition(inhibitions, ticker);
        uploader = new Uploader(buffer, time, budget, data.resolve("upload"), ticker, random, heartbeat, awake, first);
        current = first;
        uploader.use(sink(first));
        buffer.onLossRecord(() -> uploader.added(1, false));
    }

    private BatchSink sink(UploadSettings from) {
        return switch (from.via()) {
            case "https" -> new HttpsSink(unit, from);
            case "mqtt" -> new MqttSink(unit, link, link::connected);
            default -> null;
        };
    }

    public Uploader uploader() {
        return uploader;
    }

    /** Applies changed settings and ends a pause; replaces the sink only if the destination changes. */
    public synchronized void configure(UploadSettings changed) {
        budget.limit(changed.budgetMb());
        if (!changed.sameSink(current)) {
            uploader.use(sink(changed));
        }
        uploader.configure(changed);
        current = changed;
    }

    /** Reports that the link is up; ignored unless records go to the broker. */
    public void connected() {
        if (current.via().equals("mqtt")) {
            uploader.connected();
        }
    }

    /** Sends all pending records now. */
    public void sendNow() {
        if (current.via().equals("mqtt")) {
            uploader.connected(); // ends a pause too
        } else {
            uploader.sendNow(); // a server's Retry-After stays in force
        }
    }

    /** Sends pending records for at most a second. */
    public void finalFlush() {
        try {
            uploader.flush(FINAL_FLUSH);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public CloudModule module() {
        return new CloudModule(uploader, buffer, budget);
    }

    @Override
    public void close() {
        uploader.close();
        budget.close();
    }
}
