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

/** Vehicle part of the composition: loggers, vehicle state, triggers and desired state. Any thread. */
final class VehicleParts implements AutoCloseable {
    private static final Duration VEHICLE_CHECK_INTERVAL = Duration.ofMinutes(1);

    /** Also the interval at which an idle unit wakes up. */
    private static final Duration BUS_CHECK_INTERVAL = Duration.ofSeconds(10);

    /** Events that keep the vehicle awake and do not come from its bus. */
    private static final List<String> MOTION_EVENTS = List.of("position/moving");

    /** Heartbeat limit of the loggers' schedule, which never blocks; allows for a machine that swaps. */
    private static final Duration SCHEDULE_HEARTBEAT_LIMIT = Duration.ofMinutes(5);

    private final PeriodicTasks periodicTasks;
    private final Upload upload;
    private final UnitEvents events;
    private final VehicleState vehicle;
    private final Triggers triggers;
    private final Loggers loggers;
    private final DesiredState desired;
    private final DesiredInbox desiredInbox;

    /**
     * Reads nothing before {@link #start}.
     *
     * @throws Failure if the settings are bad
     */
    VehicleParts(
            DaemonEnvironment environment,
            TelemetryParts telemetry,
            ModuleRegistry registry,
            Jobs jobs,
            Settings settings,
            ReplaceableLink uplink)
            throws Failure {
        UnitClock clock = telemetry.clock();
        EventBus eventBus = telemetry.eventBus();
        TriggerSettings triggerSettings = settings.section("triggers", TriggerSettings.class);
        LoggersSettings loggerSettings = settings.section("loggers", LoggersSettings.class);
        upload = telemetry.upload();
        events = new UnitEvents(eventBus);
        vehicle = new VehicleState(
                settings.section("vehicle", VehicleSettings.class), environment.ticker(), eventBus, clock::fix);
        EventCallLimit limit = new EventCallLimit(environment.ticker());
        triggers = new Triggers(triggerSettings, vehicle, jobs, environment.ticker(), limit);
        ModuleGate gate = new ModuleGate(registry::unwelcome, () -> vehicle.hold(MOTION_EVENTS), vehicle::silent);
        loggers = new Loggers(
                new Loggers.Dependencies(
                        jobs,
                        name -> registry.functions().batchOf(name),
                        gate,
                        vehicle,
                        vehicle,
                        telemetry.sink(),
                        eventBus,
                        clock,
                        clock,
                        environment.ticker(),
                        environment.random(),
                        limit),
                loggerSettings);
        desired = new DesiredState(
                environment.data().resolve("desired"),
                Version.text(),
                clock.instant(),
                new LoggersDesiredPart(loggers, registry::functions),
                payload -> uplink.publish("reported", payload, true, PublishCallback.UNREAD));
        eventBus.listen(triggers);
        clock.listen(events::time);
        periodicTasks = telemetry.periodicTasks();
        desiredInbox = new DesiredInbox(desired, periodicTasks);
        periodicTasks.schedule(VEHICLE_CHECK_INTERVAL, vehicle::check);
        BusEvents busEvents = new BusEvents(eventBus);
        periodicTasks.schedule(
                BUS_CHECK_INTERVAL,
                () -> checkBus(busEvents, registry.health("obd").facts()));
    }

    /** Publishes bus events from the health facts of modules/obd; a unit without that module has none. */
    private static void checkBus(BusEvents busEvents, Map<String, Object> facts) {
        if (facts.get("heard") instanceof Boolean heard) {
            boolean up = !String.valueOf(facts.get("state")).equals("DOWN");
            Object protocol = facts.get("protocol");
            boolean known = protocol instanceof String text && !text.equals("not known");
            busEvents.update(
                    up,
                    heard,
                    known ? Map.of("protocol", protocol, "autodetected", facts.get("autodetected")) : Map.of());
        }
    }

    void ready(String trigger) {
        events.ready(Version.text(), trigger);
    }

    /** Call once, when the functions can be called. */
    void start(Heartbeats heartbeats) {
        desired.start();
        loggers.start(heartbeats.register("loggers", SCHEDULE_HEARTBEAT_LIMIT));
    }

    /** Call after a suspend: loggers are due and the vehicle state may be stale. */
    void resumed() {
        vehicle.check();
        loggers.resumed();
    }

    /**
     * Applies a desired document of the fleet, on another thread.
     *
     * @param kept called when the document is stored, or need not be
     */
    void desired(byte[] document, Runnable kept) {
        desiredInbox.add(document, kept);
    }

    void linked(boolean connected) {
        if (connected) {
            events.online();
            periodicTasks.once(desired::connected);
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
     * Retries loggers and uploads that were given up, as modules may have been opened again.
     *
     * @throws Failure if the settings are bad
     */
    void reloaded(Settings now) throws Failure {
        loggers.configure(now.section("loggers", LoggersSettings.class));
        upload.retryNow();
    }

    /** Health of each part by name, in display order. */
    Map<String, Health> health() {
        Map<String, Health> all = new LinkedHashMap<>();
        all.put("vehicle", vehicle.health());
        all.put("loggers", loggers.health());
        all.put("triggers", triggers.health());
        all.put("desired", desired.health());
        return all;
    }

    /** Stops the loggers; the last upload takes 1 s at most. */
    @Override
    public void close() {
        loggers.close();
        triggers.close();
        upload.finalFlush();
    }
}
