package io.outrider.agent.daemon;

import io.outrider.agent.commands.Jobs;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.parts.HealthPosition;
import io.outrider.agent.runtime.parts.Part;
import io.outrider.agent.runtime.parts.Parts;
import io.outrider.agent.runtime.parts.StartPosition;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.telemetry.loggers.Loggers;
import io.outrider.agent.telemetry.loggers.ModuleGate;
import io.outrider.agent.vehicle.state.VehicleState;
import io.outrider.agent.vehicle.triggers.EventCallLimit;
import io.outrider.agent.vehicle.triggers.Triggers;
import java.time.Duration;

/** Wiring of the vehicle's state, the triggers and the loggers. */
record VehicleWiring(VehicleState state, Loggers loggers) {
    private static final Duration VEHICLE_CHECK_INTERVAL = Duration.ofMinutes(1);

    /** Heartbeat limit of the loggers' schedule, which never blocks; allows for a machine that swaps. */
    private static final Duration SCHEDULE_HEARTBEAT_LIMIT = Duration.ofMinutes(5);

    /** Constructs the parts and adds them; reads nothing before their start. */
    static VehicleWiring open(DaemonBase base, TelemetryWiring telemetry, ModuleRegistry registry, Jobs jobs) {
        BootTimeTicker ticker = base.environment().ticker();
        UnitClock clock = base.clock();
        BoundSettings settings = base.settings();
        Parts parts = base.parts();
        VehicleState vehicle = new VehicleState(settings.section(Sections.VEHICLE), ticker, base.events(), clock::fix);
        parts.add(Part.of(Sections.VEHICLE, vehicle::configure).health(HealthPosition.VEHICLE, vehicle::health));
        EventCallLimit limit = new EventCallLimit(ticker);
        Triggers triggers = new Triggers(settings.section(Sections.TRIGGERS), vehicle, jobs, ticker, limit);
        parts.add(Part.of(Sections.TRIGGERS, triggers::configure)
                .health(HealthPosition.TRIGGERS, triggers::health)
                .closed(triggers));
        ModuleGate gate = new ModuleGate(base.inhibitions(), vehicle::silent);
        Loggers loggers = new Loggers(
                new Loggers.Dependencies(
                        jobs,
                        name -> registry.functions().batchOf(name),
                        gate,
                        vehicle,
                        vehicle,
                        telemetry.sink(),
                        base.events(),
                        clock,
                        clock,
                        ticker,
                        base.environment().random(),
                        limit),
                settings.section(Sections.LOGGERS));
        parts.add(Part.of(Sections.LOGGERS, loggers::configure)
                .atEachReload() // even unchanged, as modules may have been opened again
                .started(
                        StartPosition.LOGGERS,
                        () -> loggers.start(base.heartbeats().register("loggers", SCHEDULE_HEARTBEAT_LIMIT)))
                .health(HealthPosition.LOGGERS, loggers::health)
                .closed(loggers));
        base.events().listen(triggers);
        telemetry.periodicTasks().every("vehicle-check", VEHICLE_CHECK_INTERVAL, vehicle::check);
        return new VehicleWiring(vehicle, loggers);
    }
}
