package io.outrider.agent.daemon;

import io.outrider.agent.commands.JobSettings;
import io.outrider.agent.commands.Jobs;
import io.outrider.agent.commands.ReceivedCommand;
import io.outrider.agent.fleet.LinkFactory;
import io.outrider.agent.fleet.MessageRouter;
import io.outrider.agent.fleet.ReplaceableLink;
import io.outrider.agent.fleet.mqtt.InboundMessage;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.operator.api.DaemonFacade;
import io.outrider.agent.operator.api.LocalApi;
import io.outrider.agent.operator.api.LocalSettings;
import io.outrider.agent.operator.stream.EventBroadcast;
import io.outrider.agent.operator.stream.JobStreamObserver;
import io.outrider.agent.runtime.Closer;
import io.outrider.agent.runtime.PeriodicTasks;
import io.outrider.agent.runtime.clock.Synchronisation;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.log.LogBuffer;
import io.outrider.agent.runtime.log.LogSettings;
import io.outrider.agent.runtime.log.Logs;
import io.outrider.agent.runtime.modules.DaemonPorts;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.process.BootId;
import io.outrider.agent.runtime.process.HeapRelease;
import io.outrider.agent.runtime.process.ProcessMetrics;
import io.outrider.agent.runtime.process.Version;
import io.outrider.agent.runtime.settings.LastGoodSettings;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.agent.runtime.settings.SettingsStore;
import io.outrider.agent.runtime.storage.DataLock;
import io.outrider.agent.runtime.storage.LinkedFolders;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.agent.runtime.watchdog.ServiceManager;
import io.outrider.agent.runtime.watchdog.Watchdog;
import io.outrider.agent.telemetry.loggers.Loggers;
import io.outrider.agent.telemetry.record.ResultRecords;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Composition root of the daemon: opens, connects and closes all its parts. */
public final class Daemon implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

    /** Heartbeat limit of the jobs' timer, which waits for the disk now and then. */
    private static final Duration JOBS_HEARTBEAT_LIMIT = Duration.ofMinutes(2);

    private static final Duration HEAP_CHECK_INTERVAL = Duration.ofMinutes(1);

    private static final Duration RESUME_CHECK_INTERVAL = Duration.ofSeconds(10);

    private final DaemonEnvironment environment;
    private final ServiceManager manager;
    private final Heartbeats heartbeats;
    private final SettingsStore settings;
    private final String unit;
    private final LogBuffer logs;
    private final ProcessMetrics processMetrics;
    private final Jobs jobs;
    private final ModuleRegistry registry;
    private final SettingsApplier applier;
    private final ReplaceableLink uplink = new ReplaceableLink();
    private final EventBroadcast broadcast = new EventBroadcast();
    private final UnitClock clock;
    private final TelemetryParts telemetry;
    private final VehicleParts vehicleParts;
    private final Closer closer = new Closer();
    private volatile LocalApi local; // null if disabled

    /**
     * Reads the settings, opens everything and starts it.
     *
     * @param found the modules of the class path
     * @throws Failure if the settings, the data folder or the local API's port are unusable; everything opened is closed
     */
    public Daemon(Iterable<ModuleFactory> found, SettingsFiles files, DaemonEnvironment environment) throws Failure {
        this.environment = environment;
        Ticker awake = environment.ticker().awake(); // systemd's watchdog counts awake time
        manager = ServiceManager.of(environment.environment(), awake);
        heartbeats = new Heartbeats(awake);
        processMetrics = new ProcessMetrics(environment.ticker());
        clock = new UnitClock(environment.clock(), environment.ticker(), () -> Synchronisation.State.UNKNOWN);
        try {
            logs = closer.add(LogBuffer.attach());
            closer.add(DataLock.of(environment.data()));
            LinkedFolders.check(environment.data());
            settings = new SettingsStore(
                    files,
                    BuiltinModules.sections(found),
                    this::checkReferences,
                    new LastGoodSettings(environment.data()),
                    clock);
            Settings first = settings.get();
            Logs.level(first.section("log", LogSettings.class).level());
            unit = UnitId.of(first.section("unit", UnitSettings.class), environment.machineId());
            telemetry = closer.add(new TelemetryParts(environment, unit, clock, first, broadcast, uplink, heartbeats));
            List<ModuleFactory> modules = modules(found);
            Set<String> names = modules.stream().map(ModuleFactory::name).collect(Collectors.toSet());
            DaemonPorts ports = new DaemonPorts(telemetry.eventBus(), telemetry.periodicTasks(), environment.ticker());
            registry = closer.add(new ModuleRegistry(
                    modules, first.only(names), environment.data(), clock, environment.ticker(), ports));
            ConfiguredCallCheck.warn(first, registry.functions());
            jobs = new Jobs(jobDependencies(), first.section("jobs", JobSettings.class));
            closer.add(this::closeLinkAndJobs);
            vehicleParts = closer.add(new VehicleParts(environment, telemetry, registry, ports, jobs, first, uplink));
            MessageRouter router = new MessageRouter(this::commands, vehicleParts::desired, this::linked);
            LinkFactory link = new LinkFactory(
                    environment.clock(), environment.ticker(), environment.random(), unit, heartbeats, uplink, router);
            LinkSettings fleet = first.section("link", LinkSettings.class);
            reportLink(fleet.url() == null ? "no link to the fleet is set" : "not connected to the fleet yet");
            if (fleet.url() == null) {
                LOG.info("no link to the fleet: set url in [link], such as \"mqtts://broker.example.org\"");
            }
            vehicleParts.start(heartbeats);
            jobs.start(); // after the loggers: recovered jobs may call their functions
            jobs.registerHeartbeat(heartbeats.register("jobs", JOBS_HEARTBEAT_LIMIT));
            link.open(first);
            applier = new SettingsApplier(settings, parts(link), this::apply, link::changedFiles);
            openLocalApi(first.section("local", LocalSettings.class));
            closer.add(new Watchdog(manager, heartbeats, awake));
            listenForSuspends();
            telemetry.periodicTasks().schedule(HEAP_CHECK_INTERVAL, new HeapRelease()::check);
        } catch (Failure | RuntimeException e) {
            close();
            throw e;
        }
        LOG.info("outrider {} runs as unit {}", Version.text(), unit);
        vehicleParts.ready(BootId.trigger(environment.data(), BootId.id()));
        manager.ready();
    }

    /** Any reader of the ticker detects a resume; the periodic read bounds the delay. */
    private void listenForSuspends() {
        PeriodicTasks periodic = telemetry.periodicTasks();
        environment.ticker().onResume(suspended -> periodic.once(() -> resumed(suspended)));
        closer.add(() -> environment.ticker().onResume(suspended -> {}));
        periodic.schedule(RESUME_CHECK_INTERVAL, environment.ticker()::nanos);
    }

    /** Wakes threads that wait by a clock that stood still during the suspend. */
    private void resumed(Duration suspended) {
        LOG.info("the machine was suspended for {} s", suspended.toSeconds());
        clock.check();
        uplink.resumed(suspended);
        vehicleParts.resumed();
        telemetry.upload().uploader().wake();
    }

    private void commands(List<InboundMessage> messages) {
        jobs.accept(messages.stream()
                .map(each -> new ReceivedCommand(each.payload(), each.isCut(), each.acknowledge()))
                .toList());
    }

    private List<ModuleFactory> modules(Iterable<ModuleFactory> found) {
        List<ModuleFactory> all = BuiltinModules.with(found, unit, this::functions, settings);
        all.addAll(BuiltinModules.ofDaemon(
                logs,
                this::jobs,
                this::loggers,
                telemetry.upload()::module,
                telemetry::eventBus,
                this::functions,
                () -> vehicleParts.vehicle()));
        return all;
    }

    /** At the start the functions are not known yet and are not checked. */
    private List<String> checkReferences(Settings newer) throws Failure {
        return SettingsReferenceCheck.check(newer, registry == null ? null : registry.functions());
    }

    private void apply(Settings now, Set<String> changed) throws Failure {
        try {
            registry.apply(now, changed);
        } finally {
            vehicleParts.reloaded(now);
        }
    }

    private Map<String, SettingsApplier.Part> parts(LinkFactory link) {
        Map<String, SettingsApplier.Part> parts = new TreeMap<>(telemetry.parts());
        parts.putAll(vehicleParts.parts());
        parts.put("jobs", now -> jobs.configure(now.section("jobs", JobSettings.class)));
        parts.put("log", now -> Logs.level(now.section("log", LogSettings.class).level()));
        parts.put("link", link::open);
        return parts;
    }

    private Jobs.Dependencies jobDependencies() {
        JobStreamObserver observer = new JobStreamObserver(broadcast, new ResultRecords(), unit);
        return new Jobs.Dependencies(
                environment.data().resolve("jobs"),
                unit,
                BootId.id(),
                this::functions,
                uplink,
                observer,
                clock,
                () -> clock.now().trusted(),
                environment.ticker(),
                environment.fault());
    }

    /** The functions that can be called now. */
    Functions functions() {
        return registry.functions();
    }

    private Jobs jobs() {
        return jobs;
    }

    private Loggers loggers() {
        return vehicleParts.loggers();
    }

    private void linked(boolean connected) {
        reportLink(connected ? "connected to the fleet" : "not connected to the fleet");
        vehicleParts.linked(connected);
        if (connected) {
            jobs.connected();
            telemetry.upload().connected();
        }
    }

    private void reportLink(String link) {
        manager.status("unit " + unit + ", " + link);
    }

    private void openLocalApi(LocalSettings from) throws Failure {
        if (from.enabled()) {
            Map<String, String> versions =
                    Map.of("outrider", Version.text(), "java", Runtime.version().toString());
            DaemonFacade served = new DaemonFacade(
                    () -> unit, versions, jobs, this::functions, this::health, broadcast, this::reload, telemetry::add);
            local = closer.add(new LocalApi(from, environment.runtime(), served, clock));
        }
    }

    /** Health of each part by name, in display order. */
    public Map<String, Health> health() {
        Map<String, Health> all = new LinkedHashMap<>();
        all.put("link", uplink.health());
        all.putAll(registry.health());
        all.putAll(vehicleParts.health());
        all.putAll(telemetry.health());
        all.put("jobs", jobs.health());
        all.put("settings", settings.health());
        all.put("local", local == null ? Health.NOTHING : local.health());
        all.put("process", processMetrics.health());
        all.put("loops", heartbeats.health());
        return all;
    }

    /**
     * Reads the settings again and restarts only the parts that they change.
     *
     * @return the changes as text for people, one a line
     * @throws Failure if the new settings are bad; those in force stay
     */
    public String reload() throws Failure {
        manager.reloading();
        try {
            return applier.reload();
        } finally {
            manager.ready();
        }
    }

    /** The unit's id in the fleet. */
    public String unit() {
        return unit;
    }

    /** Closes both in parallel, as each may take almost 2 s; before the modules, so that running functions can finish. */
    private void closeLinkAndJobs() {
        Thread link = new Thread(uplink::close, "link ends");
        link.start();
        jobs.close();
        try {
            link.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes all parts in reverse order of opening; running jobs are interrupted. Takes a few seconds at most. */
    @Override
    public void close() {
        LOG.info("outrider stops");
        manager.stopping();
        closer.close();
    }
}
