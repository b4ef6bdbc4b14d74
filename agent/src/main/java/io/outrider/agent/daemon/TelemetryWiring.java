package io.outrider.agent.daemon;

import io.outrider.agent.operator.stream.StreamEvent;
import io.outrider.agent.runtime.PeriodicTasks;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.parts.HealthPosition;
import io.outrider.agent.runtime.parts.Part;
import io.outrider.agent.runtime.process.BootId;
import io.outrider.agent.telemetry.RecordPublisher;
import io.outrider.agent.telemetry.buffer.Buffer;
import io.outrider.agent.telemetry.record.RecordSink;
import io.outrider.agent.telemetry.upload.Upload;
import io.outrider.api.Failure;
import io.outrider.wire.columns.ColumnarRecordCodec;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Wiring of the telemetry: buffer, upload and the sink of records. */
record TelemetryWiring(Buffer buffer, Upload upload, PeriodicTasks periodicTasks, RecordSink sink) {
    /** Name of the thread of short tasks. Its heartbeat's limit is the buffer's, as a flush waits for the disk. */
    private static final String PERIODIC_TASKS = "periodic-tasks";

    /** Events before which the buffer is flushed and uploaded; AutoPi uploads on them too. */
    private static final Set<String> GOING_DOWN =
            Set.of("system/power/sleep", "system/power/hibernate", "system/power/reboot");

    /** Heartbeat limit of the upload: the highest [upload] connect_timeout and timeout, for several addresses. */
    private static final Duration UPLOAD_HEARTBEAT_LIMIT = Duration.ofMinutes(30);

    static TelemetryWiring open(DaemonBase base) throws Failure {
        DaemonEnvironment environment = base.environment();
        UnitClock clock = base.clock();
        Buffer buffer = Buffer.open(
                environment.data().resolve("buffer"),
                base.settings().section(Sections.BUFFER),
                new ColumnarRecordCodec(),
                BootId.id(),
                environment.random(),
                clock,
                base.heartbeats());
        base.parts()
                .add(Part.named(Sections.BUFFER.name())
                        .health(HealthPosition.BUFFER, buffer::health)
                        .closed(buffer));
        Upload upload = new Upload(
                environment.data(),
                environment.ticker(),
                environment.random(),
                base.unit(),
                clock,
                buffer,
                base.link(),
                base.heartbeats().register("upload", UPLOAD_HEARTBEAT_LIMIT),
                base.inhibitions(),
                base.settings().section(Sections.UPLOAD));
        base.parts()
                .add(Part.of(Sections.UPLOAD, upload::configure).atEachReload().closed(upload));
        PeriodicTasks periodicTasks =
                new PeriodicTasks(PERIODIC_TASKS, base.heartbeats().register(PERIODIC_TASKS, Buffer.HEARTBEAT_LIMIT));
        base.parts().add(Part.named("periodic tasks").closed(periodicTasks));
        RecordSink sink = new RecordPublisher(buffer, upload.uploader(), added -> {
            if (base.broadcast().hasSubscribers()) {
                added.forEach(each -> base.broadcast().publish(StreamEvent.of(each.row())));
            }
        });
        TelemetryWiring telemetry = new TelemetryWiring(buffer, upload, periodicTasks, sink);
        base.events().listen(event -> sink.accept(List.of(event.record())));
        base.events().listen(telemetry::beforeSleep);
        periodicTasks.schedule("clock-check", clock::check);
        return telemetry;
    }

    private void beforeSleep(Event event) {
        if (GOING_DOWN.contains(event.tag())) {
            upload.sendNow();
            periodicTasks.once("buffer-flush", buffer::flush);
        }
    }
}
