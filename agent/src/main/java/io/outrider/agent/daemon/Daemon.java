package io.outrider.agent.daemon;

import io.outrider.agent.commands.Jobs;
import io.outrider.agent.fleet.ReplaceableLink;
import io.outrider.agent.operator.stream.EventBroadcast;
import io.outrider.agent.runtime.clock.ClockSettings;
import io.outrider.agent.runtime.clock.Synchronisation;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.agent.runtime.log.LogBuffer;
import io.outrider.agent.runtime.log.Logs;
import io.outrider.agent.runtime.modules.DesiredParts;
import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.agent.runtime.modules.ModuleCatalog;
import io.outrider.agent.runtime.modules.ModuleJars;
import io.outrider.agent.runtime.modules.ModulePorts;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.modules.ModuleTasks;
import io.outrider.agent.runtime.parts.HealthPosition;
import io.outrider.agent.runtime.parts.Part;
import io.outrider.agent.runtime.parts.Parts;
import io.outrider.agent.runtime.process.BootId;
import io.outrider.agent.runtime.process.HeapRelease;
import io.outrider.agent.runtime.process.ProcessMetrics;
import io.outrider.agent.runtime.process.Version;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.LastGoodSettings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.agent.runtime.settings.SettingsStore;
import io.outrider.agent.runtime.storage.DataLock;
import io.outrider.agent.runtime.storage.LinkedFolders;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.agent.runtime.watchdog.ServiceManager;
import io.outrider.agent.runtime.watchdog.Watchdog;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Composition root of the daemon: an ordered list of parts, which are closed in reverse order. */
public final class Daemon implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

    private static final Duration HEAP_CHECK_INTERVAL = Duration.ofMinutes(1);

    private final Parts parts = new Parts();
    private final ServiceManager manager;
    private final String unit;
    private final ModuleRegistry registry;
    private volatile boolean started;
    private final SettingsApplier applier;

    /**
     * Reads the settings, opens everything and starts it.
     *
     * @param found the modules of the class path
     * @throws Failure if the settings, the data folder or the local API's port are unusable; everything opened is closed
     */
    public Daemon(Iterable<ModuleFactory> found, SettingsFiles files, DaemonEnvironment environment) throws Failure {
        Ticker awake = environment.ticker().awake(); // systemd's watchdog counts awake time
        manager = ServiceManager.of(environment.environment(), awake);
        Heartbeats heartbeats = new Heartbeats(awake);
        UnitClock clock =
                new UnitClock(environment.clock(), environment.ticker(), () -> Synchronisation.SyncState.UNKNOWN);
        ModuleCatalog usable = BuiltinModules.usable(found);
        Signatures functions = BuiltinModules.ofDaemon(usable);
        ConfiguredCallCheck calls = BuiltinModules.callCheck(usable);
        SettingsSchema schema = BuiltinModules.sections(usable);
        ModuleJars jars = ModuleJars.ofProgram();
        try {
            LogBuffer logs = LogBuffer.attach();
            parts.add(Part.of(Sections.LOG, Logs::configure).closed(logs));
            parts.add(Part.named("data lock").closed(DataLock.of(environment.data())));
            LinkedFolders.check(environment.data());
            LastGoodSettings lastGood = new LastGoodSettings(environment.data());
            SettingsStore store = new SettingsStore(files, schema, new SettingsReferenceCheck(calls), lastGood, clock);
            parts.add(Part.named("settings").health(HealthPosition.SETTINGS, store));
            BoundSettings settings = store.get();
            Logs.configure(settings.section(Sections.LOG));
            calls.warn(settings);
            unit = settings.section(Sections.UNIT).id(environment.machineId());
            DaemonBase base = new DaemonBase(
                    environment,
                    parts,
                    settings,
                    unit,
                    clock,
                    new EventBus(clock),
                    new ReplaceableLink(),
                    new EventBroadcast(),
                    heartbeats,
                    new Inhibitions(environment.ticker()));
            synchronise(clock, settings.section(Sections.CLOCK));
            parts.add(Part.of(Sections.CLOCK, now -> synchronise(clock, now)).health(HealthPosition.CLOCK, clock));
            TelemetryWiring telemetry = TelemetryWiring.open(base);
            registry = new ModuleRegistry(environment.data(), clock, environment.ticker());
            usable.problems().forEach(LOG::error);
            parts.add(Part.named("missing modules").healths(HealthPosition.MODULES, usable::health));
            ModuleTasks moduleTasks = new ModuleTasks(telemetry.periodicTasks(), awake);
            parts.add(Part.named("module tasks").closed(moduleTasks));
            parts.add(Part.named("modules")
                    .applied(registry::sections, registry::apply)
                    .atEachReload() // opens those again that the last one could not open
                    .healths(HealthPosition.MODULES, registry::health)
                    .closed(registry));
            Jobs jobs = FleetWiring.jobs(base, registry);
            parts.add(Part.named("last upload").closed(telemetry.upload()::finalFlush)); // after the loggers' end
            DesiredParts desired = new DesiredParts();
            VehicleWiring vehicle = VehicleWiring.open(base, telemetry, registry, jobs);
            FleetWiring fleet =
                    new FleetWiring(base, telemetry, registry, desired, vehicle.loggers(), jobs, this::reportLink);
            List<ModuleFactory> modules = BuiltinModules.standalone(usable, unit, functions, schema, store);
            modules.addAll(BuiltinModules.daemon(base, logs, jobs, telemetry.upload(), registry, vehicle));
            modules.add(DoctorWiring.module(base, store, registry, this::health));
            LocalApiWiring local = new LocalApiWiring(base);
            registry.open(
                    modules,
                    settings,
                    ModulePorts.of(
                            base.events(),
                            moduleTasks,
                            base.inhibitions(),
                            desired,
                            vehicle.state(),
                            jobs,
                            unit,
                            local));
            applier = new SettingsApplier(store, parts, fleet::changedFiles, jars::changes);
            parts.add(Part.named("process").health(HealthPosition.PROCESS, new ProcessMetrics(environment.ticker())));
            parts.add(Part.named("loops").health(HealthPosition.LOOPS, heartbeats));
            local.open(jobs, telemetry, registry::functions, this::health, this::reload);
            parts.start(); // after that, as modules give the API's address to what the stored document starts
            started = true;
            parts.add(Part.named("watchdog").closed(new Watchdog(manager, heartbeats, awake)));
            new SuspendListener(base, telemetry, vehicle).listen();
            telemetry.periodicTasks().every("heap-check", HEAP_CHECK_INTERVAL, new HeapRelease()::check);
            LOG.info("outrider {} runs as unit {}", Version.text(), unit);
            fleet.ready(BootId.trigger(environment.data(), BootId.id()));
        } catch (Failure | RuntimeException e) {
            close();
            manager.status("does not start: " + (e instanceof Failure ? e.getMessage() : "a fault in outrider"));
            throw e;
        }
        manager.ready();
    }

    private static void synchronise(UnitClock clock, ClockSettings settings) {
        clock.use(Synchronisation.of(settings));
        clock.check();
    }

    private void reportLink(String link) {
        manager.status("unit " + unit + ", " + link);
    }

    Functions functions() {
        return registry.functions();
    }

    /** Health of each part by name, in display order. */
    public Map<String, Health> health() {
        return parts.health();
    }

    /**
     * Reads the settings again and restarts only the parts that they change.
     *
     * @return the changes as text for people, one a line
     * @throws Failure if the new settings are bad, or the daemon starts still; those in force stay
     */
    public String reload() throws Failure {
        if (!started) {
            throw new Failure(CommonErrors.BUSY, "the daemon is starting: repeat it in some seconds");
        }
        manager.reloading();
        try {
            return applier.reload();
        } finally {
            manager.ready();
        }
    }

    public String unit() {
        return unit;
    }

    /** Closes all parts in reverse order of opening; running jobs are interrupted. Takes a few seconds at most. */
    @Override
    public void close() {
        LOG.info("outrider stops");
        manager.stopping();
        parts.close();
    }
}
