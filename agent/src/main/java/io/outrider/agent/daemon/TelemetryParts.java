package io.outrider.agent.daemon;

import io.outrider.agent.fleet.ReplaceableLink;
import io.outrider.agent.operator.stream.EventBroadcast;
import io.outrider.agent.operator.stream.StreamEvent;
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

/** Telemetry part of the composition: clock, event bus, buffer and upload. Any thread. */
final class TelemetryParts implements AutoCloseable {
    /** Events before which the buffer is flushed and uploaded; AutoPi uploads on them too. */
    private static final Set<String> GOING_DOWN =
            Set.of("system/power/sleep", "system/power/hibernate", "system/power/reboot");

    /** Heartbeat limit of disk threads: a worn card may stall for minutes. */
    private static final Duration DISK_HEARTBEAT_LIMIT = Duration.ofMinutes(10);

    /** Heartbeat limit of the upload: the highest [upload] connect_timeout and timeout, for several addresses. */
    private static final Duration UPLOAD_HEARTBEAT_LIMIT = Duration.ofMinutes(30);

    private final UnitClock clock;
    private final EventBus eventBus;
    private final Buffer buffer;
    private final Upload upload;
    private final RecordSink sink;
    private final RecordFactory records;
    private final PeriodicTasks periodicTasks;
    private final Closer closer = new Closer();

    /**
     * @param clock the unit's, without a synchronisation source so far
     * @throws Failure if the settings are bad
     */
    TelemetryParts(
            DaemonEnvironment environment,
            String unit,
            UnitClock clock,
            Settings settings,
            EventBroadcast broadcast,
            ReplaceableLink uplink,
            Heartbeats heartbeats)
            throws Failure {
        this.clock = clock;
        clock(settings);
        eventBus = new EventBus(clock);
        records = new RecordFactory(clock);
        buffer = closer.add(Buffer.open(
                environment.data().resolve("buffer"),
                settings.section("buffer", BufferSettings.class),
                new ColumnarRecordCodec(),
                BootId.id(),
                environment.random(),
                clock));
        try {
            upload = closer.add(new Upload(
                    environment.data(),
                    environment.ticker(),
                    environment.random(),
                    unit,
                    clock,
                    buffer,
                    uplink,
                    settings));
        } catch (Failure | RuntimeException e) {
            close();
            throw e;
        }
        buffer.registerHeartbeats(heartbeats, DISK_HEARTBEAT_LIMIT);
        upload.uploader().useHeartbeat(heartbeats.register("upload", UPLOAD_HEARTBEAT_LIMIT));
        periodicTasks = closer.add(new PeriodicTasks(heartbeats.register("pulse", DISK_HEARTBEAT_LIMIT)));
        sink = new RecordPublisher(buffer, upload.uploader(), added -> {
            if (broadcast.hasSubscribers()) {
                added.forEach(each -> broadcast.publish(StreamEvent.of(each.row())));
            }
        });
        eventBus.listen(new EventRecords(sink));
        eventBus.listen(this::beforeSleep);
        periodicTasks.schedule(clock::check);
    }

    private void beforeSleep(Event event) {
        if (GOING_DOWN.contains(event.tag())) {
            upload.sendNow();
            periodicTasks.once(buffer::flush);
        }
    }

    UnitClock clock() {
        return clock;
    }

    EventBus eventBus() {
        return eventBus;
    }

    RecordSink sink() {
        return sink;
    }

    Upload upload() {
        return upload;
    }

    PeriodicTasks periodicTasks() {
        return periodicTasks;
    }

    /** Adds records of the local API. */
    CompletableFuture<Boolean> add(List<Map<String, Object>> rows) throws Failure {
        List<TelemetryRecord> all = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            all.add(record(all.size(), row));
        }
        return sink.accept(all);
    }

    private TelemetryRecord record(int index, Map<String, Object> row) throws Failure {
        try {
            return records.of(row);
        } catch (Failure e) {
            throw new Failure(
                    e.actor(),
                    e.code(),
                    "record " + index + " (the first is 0): " + e.getMessage() + "; none was taken");
        }
    }

    /** Consumers of changed settings, by section. */
    Map<String, SettingsApplier.Part> parts() {
        return Map.of("clock", this::clock, "upload", upload::configure);
    }

    private void clock(Settings now) throws Failure {
        clock.use(Synchronisation.of(now.section("clock", ClockSettings.class)));
        clock.check();
    }

    /** Health of each part by name, in display order. */
    Map<String, Health> health() {
        Map<String, Health> all = new LinkedHashMap<>();
        all.put("buffer", buffer.health());
        all.put("clock", clock.health());
        return all;
    }

    @Override
    public void close() {
        closer.close();
    }
}
