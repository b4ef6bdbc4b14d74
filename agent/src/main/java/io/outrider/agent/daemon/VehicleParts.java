package io.outrider.agent.daemon;

import io.outrider.agent.commands.Jobs;
import io.outrider.agent.fleet.ReplaceableLink;
import io.outrider.agent.fleet.desired.DesiredInbox;
import io.outrider.agent.fleet.desired.DesiredState;
import io.outrider.agent.runtime.PeriodicTasks;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.process.Version;
import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.agent.telemetry.loggers.Loggers;
import io.outrider.agent.telemetry.loggers.LoggersDesiredPart;
import io.outrider.agent.telemetry.loggers.LoggersSettings;
import io.outrider.agent.telemetry.loggers.ModuleGate;
import io.outrider.agent.telemetry.upload.Upload;
import io.outrider.agent.vehicle.state.BusEvents;
import io.outrider.agent.vehicle.state.VehicleSettings;
import io.outrider.agent.vehicle.state.VehicleState;
import io.outrider.agent.vehicle.triggers.EventCallLimit;
import io.outrider.agent.vehicle.triggers.TriggerSettings;
import io.outrider.agent.vehicle.triggers.Triggers;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is read again and again, what that tells of the vehicle, and what is done about it. Any thread. */
final class VehicleParts implements AutoCloseable {
    private static final Duration VEHICLE_CHECK = Duration.ofMinutes(1);

    /** One of the few times that a resting unit wakes up. */
    private static final Duration BUS_LOOK = Duration.ofSeconds(10);

    /** What tells that the vehicle is used, and does not come from its bus. */
    private static final List<String> MOVES = List.of("position/moving");

    /** Of the loggers' schedule, which waits for nobody: that of a machine which does nothing else but swap. */
    private static final Duration LONGEST_TURN = Duration.ofMinutes(5);

    private final PeriodicTasks pulse;
    private final Upload upload;
    private final UnitEvents events;
    private final VehicleState vehicle;
    private final Triggers triggers;
    private final Loggers loggers;
    private final DesiredState desired;
    private final DesiredInbox documents;

    /**
     * Reads nothing before {@link #start}.
     *
     * @throws Failure if the settings are bad
     */
    VehicleParts(
            DaemonEnvironment world,
            TelemetryParts telemetry,
            ModuleRegistry agent,
            Jobs jobs,
            Settings settings,
            ReplaceableLink uplink)
            throws Failure {
        UnitClock clock = telemetry.clock();
        EventBus occurrences = telemetry.occurrences();
        TriggerSettings calls = settings.section("triggers", TriggerSettings.class);
        LoggersSettings what = settings.section("loggers", LoggersSettings.class);
        upload = telemetry.upload();
        events = new UnitEvents(occurrences);
        vehicle = new VehicleState(
                settings.section("vehicle", VehicleSettings.class), world.ticker(), occurrences, clock::fix);
        EventCallLimit limit = new EventCallLimit(world.ticker());
        triggers = new Triggers(calls, vehicle, jobs, world.ticker(), limit);
        ModuleGate gate = new ModuleGate(agent::unwelcome, () -> vehicle.hold(MOVES), vehicle::silent);
        loggers = new Loggers(
                new Loggers.Dependencies(
                        jobs,
                        gate,
                        vehicle,
                        vehicle,
                        telemetry.intake(),
                        occurrences,
                        clock,
                        clock,
                        world.ticker(),
                        world.random(),
                        limit),
                what);
        desired = new DesiredState(
                world.data().resolve("desired"),
                Version.text(),
                clock.instant(),
                new LoggersDesiredPart(loggers, agent::functions),
                payload -> uplink.publish("reported", payload, true, PublishCallback.UNREAD));
        occurrences.listen(triggers);
        clock.listen(events::time);
        pulse = telemetry.pulse();
        documents = new DesiredInbox(desired, pulse);
        pulse.beat(VEHICLE_CHECK, vehicle::check);
        BusEvents bus = new BusEvents(occurrences);
        pulse.beat(BUS_LOOK, () -> look(bus, agent.health("obd").facts()));
    }

    /** As modules/obd tells of itself; a unit without it has no such events. */
    private static void look(BusEvents bus, Map<String, Object> facts) {
        if (facts.get("heard") instanceof Boolean heard) {
            boolean up = !String.valueOf(facts.get("state")).equals("DOWN");
            Object protocol = facts.get("protocol");
            boolean known = protocol instanceof String text && !text.equals("not known");
            bus.update(
                    up,
                    heard,
                    known ? Map.of("protocol", protocol, "autodetected", facts.get("autodetected")) : Map.of());
        }
    }

    /** Once everything is open. */
    void ready(String trigger) {
        events.ready(Version.text(), trigger);
    }

    /** Once, when the functions can be called. */
    void start(Heartbeats loops) {
        desired.start();
        loggers.start(loops.register("loggers", LONGEST_TURN));
    }

    /** The machine was suspended: loggers are due, and what was known of the vehicle may be old. */
    void resumed() {
        vehicle.check();
        loggers.resumed();
    }

    /**
     * What the fleet wants on the unit.
     *
     * @param kept called when the document is on the disk, or need not be
     */
    void desired(byte[] document, Runnable kept) {
        documents.add(document, kept); // the disk is not waited for on the link's thread
    }

    /** Whether messages can be sent to the fleet. */
    void linked(boolean connected) {
        if (connected) {
            events.online();
            pulse.once(desired::connected);
        } else {
            events.offline();
        }
    }

    VehicleState vehicle() {
        return vehicle;
    }

    Loggers loggers() {
        return loggers;
    }

    /** What a change of settings does, by section. */
    Map<String, SettingsApplier.Part> parts() {
        return Map.of(
                "loggers", now -> loggers.configure(now.section("loggers", LoggersSettings.class)),
                "triggers", now -> triggers.configure(now.section("triggers", TriggerSettings.class)),
                "vehicle", now -> vehicle.configure(now.section("vehicle", VehicleSettings.class)));
    }

    /**
     * The settings were read again, and modules may have been opened again: what had been given up until then is tried.
     *
     * @throws Failure if the settings are bad
     */
    void reloaded(Settings now) throws Failure {
        loggers.configure(now.section("loggers", LoggersSettings.class));
        upload.retryNow();
    }

    /** How every part is, in the order to show. */
    Map<String, Health> health() {
        Map<String, Health> all = new LinkedHashMap<>();
        all.put("vehicle", vehicle.health());
        all.put("loggers", loggers.health());
        all.put("triggers", triggers.health());
        all.put("desired", desired.health());
        return all;
    }

    /** Nothing is read any more; what was, is sent as far as it goes in a second. */
    @Override
    public void close() {
        loggers.close();
        triggers.close();
        upload.finalFlush();
    }
}
