package io.outrider.agent.telemetry.upload;

import io.outrider.agent.fleet.ReplaceableLink;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.agent.telemetry.buffer.BacklogPeek;
import io.outrider.agent.telemetry.buffer.Buffer;
import io.outrider.api.Failure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** The way out for records, as the settings have it. */
public final class Upload implements AutoCloseable {
    private static final Duration LAST = Duration.ofSeconds(1);

    private final String unit;
    private final ReplaceableLink uplink;
    private final Buffer buffer;
    private final UploadBudget budget;
    private final Uploader uploader;
    private volatile UploadSettings inForce;

    /**
     * @param data folder of the unit's data
     * @throws Failure if the settings are bad
     */
    public Upload(
            Path data,
            BootTimeTicker ticker,
            RandomGenerator random,
            String unit,
            TimeSource time,
            Buffer buffer,
            ReplaceableLink uplink,
            Settings settings)
            throws Failure {
        this.unit = unit;
        this.uplink = uplink;
        this.buffer = buffer;
        UploadSettings first = settings.section("upload", UploadSettings.class);
        budget = new UploadBudget(data.resolve("upload/usage.json"), time, ticker, first.budgetMb());
        uploader = new Uploader(buffer, time, budget, data.resolve("upload"), ticker, random, first);
        inForce = first;
        uploader.use(sink(first));
        buffer.onLossRecord(() -> uploader.added(1, false));
    }

    private BatchSink sink(UploadSettings from) {
        return switch (from.via()) {
            case "https" -> new HttpsSink(unit, from);
            case "mqtt" -> new MqttSink(unit, uplink, uplink::connected);
            default -> null;
        };
    }

    /** See {@link Uploader#beat}. */
    public void beat(Heartbeat loop) {
        uploader.beat(loop);
    }

    /** Puts other settings in force; what is under way is disturbed only if records go elsewhere from now on. */
    public synchronized void configure(Settings now) throws Failure {
        UploadSettings changed = now.section("upload", UploadSettings.class);
        budget.limit(changed.budgetMb());
        uploader.configure(changed);
        if (!changed.leadsWhere(inForce)) {
            uploader.use(sink(changed));
        }
        inForce = changed;
    }

    /** A person has looked at the settings, or at files that they name. */
    public void tryAgain() {
        uploader.tryAgain();
    }

    /**
     * There are more records that wait.
     *
     * @param important whether one of them should not wait for others
     */
    public void added(int records, boolean important) {
        uploader.added(records, important);
    }

    /** Messages to the broker can be sent again; to a server of another kind this means nothing. */
    public void connected() {
        if (inForce.via().equals("mqtt")) {
            uploader.connected();
        }
    }

    /** What waits goes out now, however little it is. */
    public void now() {
        if (inForce.via().equals("mqtt")) {
            uploader.connected(); // the same as after a pause: whatever was waited for, it is tried
        } else {
            uploader.hurry(); // a server may have said until when it is to be left alone
        }
    }

    /** The machine was suspended: pauses and ages may be over. */
    public void resumed() {
        uploader.look();
    }

    /** Sends what waits, as far as it goes in a second. */
    public void last() {
        try {
            uploader.flush(LAST);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What {@code cloud.*} asks. */
    public CloudModule module() {
        return new CloudModule(uploader, buffer, new BacklogPeek(buffer), budget);
    }

    @Override
    public void close() {
        uploader.close();
        budget.close();
    }
}
