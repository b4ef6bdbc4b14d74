package io.outrider.agent;

import io.outrider.agent.buffer.Buffer;
import io.outrider.agent.buffer.BufferSettings;
import io.outrider.agent.columns.ColumnPacking;
import io.outrider.agent.desired.Desired;
import io.outrider.agent.events.EventRecords;
import io.outrider.agent.events.Occurrence;
import io.outrider.agent.events.Occurrences;
import io.outrider.agent.events.UnitEvents;
import io.outrider.agent.jobs.Jobs;
import io.outrider.agent.loggers.Loggers;
import io.outrider.agent.loggers.LoggersSettings;
import io.outrider.agent.settings.Settings;
import io.outrider.agent.stream.Broadcast;
import io.outrider.agent.stream.Events;
import io.outrider.agent.telemetry.Intake;
import io.outrider.agent.telemetry.Sample;
import io.outrider.agent.telemetry.Samples;
import io.outrider.agent.time.ClockSettings;
import io.outrider.agent.time.Synchronisation;
import io.outrider.agent.time.UnitClock;
import io.outrider.agent.triggers.TriggerSettings;
import io.outrider.agent.triggers.Triggers;
import io.outrider.agent.vehicle.Vehicle;
import io.outrider.agent.vehicle.VehicleSettings;
import io.outrider.agent.vitals.Version;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** From a reading to the fleet: the rooms that records pass, wired together. Any thread. */
final class Telemetry implements AutoCloseable {
    private static final Duration VEHICLE_CHECK = Duration.ofMinutes(1);

    /** What tells that the vehicle is used, and does not come from its bus. */
    private static final List<String> MOVES = List.of("position/moving");

    /** After these events there is no more time: the incumbent uploads then too. */
    private static final Set<String> GOING_DOWN =
            Set.of("system/power/sleep", "system/power/hibernate", "system/power/reboot");

    private final World world;
    private final UnitClock clock;
    private final Occurrences occurrences;
    private final UnitEvents unitEvents;
    private final Buffer buffer;
    private final Upload upload;
    private final Intake intake;
    private final Samples samples;
    private final Vehicle vehicle;
    private final Pulse pulse;
    private final Closing closing = new Closing();
    private final Closing reading = new Closing();
    private volatile Triggers triggers; // these three from start on
    private volatile Loggers loggers;
    private volatile Desired desired;

    /**
     * Opens what takes records and what sends them; reads nothing yet.
     *
     * @param clock the unit's, not yet told from where it is set
     * @throws Failure if the settings are bad
     */
    Telemetry(World world, String unit, UnitClock clock, Settings settings, Broadcast broadcast, Uplink uplink)
            throws Failure {
        this.world = world;
        this.clock = clock;
        clock.use(Synchronisation.of(settings.section("clock", ClockSettings.class)));
        occurrences = new Occurrences(clock);
        unitEvents = new UnitEvents(occurrences);
        samples = new Samples(clock);
        pulse = reading.add(new Pulse());
        buffer = closing.add(Buffer.open(
                world.data().resolve("buffer"),
                settings.section("buffer", BufferSettings.class),
                new ColumnPacking(),
                Boot.id(),
                world.random(),
                clock));
        try {
            upload = closing.add(new Upload(world, unit, clock, buffer, uplink, settings));
            vehicle = new Vehicle(
                    settings.section("vehicle", VehicleSettings.class), world.ticker(), occurrences, clock::fix);
        } catch (Failure | RuntimeException e) {
            close();
            throw e;
        }
        intake = new Published(buffer, upload, broadcast, new Events());
        occurrences.listen(new EventRecords(intake));
        occurrences.listen(this::beforeSleep);
    }

    /**
     * Begins to read.
     *
     * @throws Failure if the settings are bad
     */
    void start(Agent agent, Jobs jobs, Settings settings, Uplink uplink) throws Failure {
        Gate gate = new Gate(agent::unwelcome, () -> vehicle.hold(MOVES), vehicle::silent);
        triggers = reading.add(
                new Triggers(settings.section("triggers", TriggerSettings.class), vehicle, jobs, world.ticker()));
        occurrences.listen(triggers);
        loggers = reading.add(new Loggers(
                new Loggers.World(
                        jobs,
                        gate,
                        vehicle,
                        vehicle,
                        intake,
                        occurrences,
                        clock,
                        clock,
                        world.ticker(),
                        world.random()),
                settings.section("loggers", LoggersSettings.class)));
        desired = new Desired(
                world.data().resolve("desired"),
                Version.text(),
                clock.instant(),
                new DesiredLoggers(loggers),
                payload -> uplink.publish("reported", payload, true, new NoVerdict()));
        desired.start();
        loggers.start();
        clock.listen(unitEvents::time);
        pulse.beat(clock::check);
        pulse.beat(VEHICLE_CHECK, vehicle::check);
    }

    /** The machine goes down: what is known is brought to safety, and out as far as there is time. */
    private void beforeSleep(Occurrence occurrence) {
        if (GOING_DOWN.contains(occurrence.tag())) {
            upload.now();
            pulse.once(buffer::flush);
        }
    }

    /** What a container adds. */
    CompletableFuture<Boolean> add(List<Map<String, Object>> rows) throws Failure {
        List<Sample> all = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            all.add(sample(all.size(), row));
        }
        return intake.accept(all);
    }

    private Sample sample(int index, Map<String, Object> row) throws Failure {
        try {
            return samples.of(row);
        } catch (Failure e) {
            throw new Failure(
                    e.actor(),
                    e.code(),
                    "record " + index + " (the first is 0): " + e.getMessage() + "; none was taken");
        }
    }

    /** What the fleet wants on the unit. */
    void desired(byte[] document) {
        desired.accept(document);
    }

    /** Whether messages can be sent to the fleet. */
    void linked(boolean connected) {
        if (connected) {
            unitEvents.online();
            upload.connected();
            desired.connected();
        } else {
            unitEvents.offline();
        }
    }

    Loggers loggers() {
        return loggers;
    }

    Upload upload() {
        return upload;
    }

    Occurrences occurrences() {
        return occurrences;
    }

    /** What a change of settings does, by section. */
    Map<String, Reloading.Part> parts() {
        return Map.of(
                "clock", this::clock,
                "loggers", now -> loggers.configure(now.section("loggers", LoggersSettings.class)),
                "triggers", now -> triggers.configure(now.section("triggers", TriggerSettings.class)),
                "upload", upload::configure,
                "vehicle", now -> vehicle.configure(now.section("vehicle", VehicleSettings.class)));
    }

    private void clock(Settings now) throws Failure {
        clock.use(Synchronisation.of(now.section("clock", ClockSettings.class)));
        clock.check();
    }

    /**
     * The settings were read again, and modules may have been opened again: what had been given up until then is tried.
     *
     * @throws Failure if the settings are bad
     */
    void reloaded(Settings now) throws Failure {
        loggers.configure(now.section("loggers", LoggersSettings.class));
        upload.tryAgain();
    }

    /** How every part is, in the order to show. */
    Map<String, Health> health() {
        Map<String, Health> all = new LinkedHashMap<>();
        all.put("vehicle", vehicle.health());
        all.put("loggers", loggers == null ? Health.NOTHING : loggers.health());
        all.put("triggers", triggers == null ? Health.NOTHING : triggers.health());
        all.put("buffer", buffer.health());
        all.put("desired", desired == null ? Health.NOTHING : desired.health());
        all.put("clock", clock.health());
        return all;
    }

    /** Nothing is read any more; what was, is sent as far as it goes in a second. */
    void endReading() {
        reading.close();
        upload.last();
    }

    @Override
    public void close() {
        reading.close();
        closing.close();
    }
}
