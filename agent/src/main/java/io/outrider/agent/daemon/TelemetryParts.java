package io.outrider.agent.daemon;

import io.outrider.agent.fleet.ReplaceableLink;
import io.outrider.agent.operator.stream.EventBroadcast;
import io.outrider.agent.operator.stream.StreamEvents;
import io.outrider.agent.runtime.Closer;
import io.outrider.agent.runtime.PeriodicTasks;
import io.outrider.agent.runtime.clock.ClockSettings;
import io.outrider.agent.runtime.clock.Synchronisation;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.process.BootId;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.agent.telemetry.RecordPublisher;
import io.outrider.agent.telemetry.buffer.Buffer;
import io.outrider.agent.telemetry.buffer.BufferSettings;
import io.outrider.agent.telemetry.record.EventRecords;
import io.outrider.agent.telemetry.record.RecordFactory;
import io.outrider.agent.telemetry.record.RecordSink;
import io.outrider.agent.telemetry.upload.Upload;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.columns.ColumnarRecordCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** What takes records and what brings them to the fleet: the clock, the buffer and the upload. Any thread. */
final class TelemetryParts implements AutoCloseable {
    /** After these events there is no more time: the incumbent uploads then too. */
    private static final Set<String> GOING_DOWN =
            Set.of("system/power/sleep", "system/power/hibernate", "system/power/reboot");

    /** A worn card answers after minutes now and then; one that takes longer has died. */
    private static final Duration LONGEST_DISK = Duration.ofMinutes(10);

    /** Of an https sink: [upload] connect_timeout and timeout at their most, for more than one address. */
    private static final Duration LONGEST_UPLOAD = Duration.ofMinutes(30);

    private final UnitClock clock;
    private final EventBus occurrences;
    private final Buffer buffer;
    private final Upload upload;
    private final RecordSink intake;
    private final RecordFactory samples;
    private final PeriodicTasks pulse;
    private final Closer closing = new Closer();

    /**
     * @param clock the unit's, not yet told from where it is set
     * @throws Failure if the settings are bad
     */
    TelemetryParts(
            DaemonEnvironment world,
            String unit,
            UnitClock clock,
            Settings settings,
            EventBroadcast broadcast,
            ReplaceableLink uplink,
            Heartbeats loops)
            throws Failure {
        this.clock = clock;
        clock(settings);
        occurrences = new EventBus(clock);
        samples = new RecordFactory(clock);
        buffer = closing.add(Buffer.open(
                world.data().resolve("buffer"),
                settings.section("buffer", BufferSettings.class),
                new ColumnarRecordCodec(),
                BootId.id(),
                world.random(),
                clock));
        try {
            upload = closing.add(
                    new Upload(world.data(), world.ticker(), world.random(), unit, clock, buffer, uplink, settings));
        } catch (Failure | RuntimeException e) {
            close();
            throw e;
        }
        buffer.registerHeartbeats(loops, LONGEST_DISK);
        upload.beat(loops.register("upload", LONGEST_UPLOAD));
        pulse = closing.add(new PeriodicTasks(loops.register("pulse", LONGEST_DISK)));
        StreamEvents events = new StreamEvents();
        intake = new RecordPublisher(buffer, upload, record -> {
            if (broadcast.isHeard()) {
                broadcast.publish(events.of(record.row()));
            }
        });
        occurrences.listen(new EventRecords(intake));
        occurrences.listen(this::beforeSleep);
        pulse.beat(clock::check);
    }

    /** The machine goes down: what is known is brought to safety, and out as far as there is time. */
    private void beforeSleep(Event occurrence) {
        if (GOING_DOWN.contains(occurrence.tag())) {
            upload.now();
            pulse.once(buffer::flush);
        }
    }

    UnitClock clock() {
        return clock;
    }

    EventBus occurrences() {
        return occurrences;
    }

    /** The way in. */
    RecordSink intake() {
        return intake;
    }

    Upload upload() {
        return upload;
    }

    /** For what has to be looked at now and then. */
    PeriodicTasks pulse() {
        return pulse;
    }

    /** What a container adds. */
    CompletableFuture<Boolean> add(List<Map<String, Object>> rows) throws Failure {
        List<TelemetryRecord> all = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            all.add(sample(all.size(), row));
        }
        return intake.accept(all);
    }

    private TelemetryRecord sample(int index, Map<String, Object> row) throws Failure {
        try {
            return samples.of(row);
        } catch (Failure e) {
            throw new Failure(
                    e.actor(),
                    e.code(),
                    "record " + index + " (the first is 0): " + e.getMessage() + "; none was taken");
        }
    }

    /** What a change of settings does, by section. */
    Map<String, SettingsApplier.Part> parts() {
        return Map.of("clock", this::clock, "upload", upload::configure);
    }

    private void clock(Settings now) throws Failure {
        clock.use(Synchronisation.of(now.section("clock", ClockSettings.class)));
        clock.check();
    }

    /** How every part is, in the order to show. */
    Map<String, Health> health() {
        Map<String, Health> all = new LinkedHashMap<>();
        all.put("buffer", buffer.health());
        all.put("clock", clock.health());
        return all;
    }

    @Override
    public void close() {
        closing.close();
    }
}
