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
import io.outrider.agent.operator.stream.StreamEvents;
import io.outrider.agent.runtime.Closer;
import io.outrider.agent.runtime.PeriodicTasks;
import io.outrider.agent.runtime.clock.Synchronisation;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.log.LogBuffer;
import io.outrider.agent.runtime.log.LogSettings;
import io.outrider.agent.runtime.log.Logs;
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

/** The composition root: everything that runs on a unit, wired together. */
public final class Daemon implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

    /** The jobs' timer waits for the disk now and then. */
    private static final Duration LONGEST_BEAT = Duration.ofMinutes(2);

    private static final Duration HEAP_LOOK = Duration.ofMinutes(1);

    private static final Duration RESUME_LOOK = Duration.ofSeconds(10);

    private final DaemonEnvironment world;
    private final ServiceManager manager;
    private final Heartbeats loops;
    private final SettingsStore settings;
    private final String unit;
    private final LogBuffer logs;
    private final ProcessMetrics vitals;
    private final Jobs jobs;
    private final ModuleRegistry agent;
    private final SettingsApplier reloading;
    private final ReplaceableLink uplink = new ReplaceableLink();
    private final EventBroadcast broadcast = new EventBroadcast();
    private final UnitClock clock;
    private final TelemetryParts telemetry;
    private final VehicleParts watching;
    private final Closer closing = new Closer();
    private volatile LocalApi local; // null if there is none

    /**
     * Reads the settings, opens everything and starts it.
     *
     * @param found the modules of the class path
     * @throws Failure if the settings, the data folder or the local API's port cannot be used; what was opened is closed
     */
    public Daemon(Iterable<ModuleFactory> found, SettingsFiles files, DaemonEnvironment world) throws Failure {
        this.world = world;
        Ticker awake = world.ticker().awake(); // what systemd goes by
        manager = ServiceManager.of(world.environment(), awake);
        loops = new Heartbeats(awake);
        vitals = new ProcessMetrics(world.ticker());
        clock = new UnitClock(world.clock(), world.ticker(), () -> Synchronisation.State.UNKNOWN);
        try {
            logs = closing.add(LogBuffer.attach());
            closing.add(DataLock.of(world.data()));
            LinkedFolders.check(world.data());
            settings = new SettingsStore(
                    files, BuiltinModules.sections(found), this::named, new LastGoodSettings(world.data()), clock);
            Settings first = settings.get();
            Logs.level(first.section("log", LogSettings.class).level());
            unit = UnitId.of(first.section("unit", UnitSettings.class), world.machineId());
            telemetry = closing.add(new TelemetryParts(world, unit, clock, first, broadcast, uplink, loops));
            List<ModuleFactory> modules = modules(found);
            Set<String> names = modules.stream().map(ModuleFactory::name).collect(Collectors.toSet());
            agent = closing.add(new ModuleRegistry(modules, first.only(names), world.data(), clock, world.ticker()));
            ConfiguredCallCheck.warn(first, agent.functions());
            jobs = new Jobs(jobsWorld(), first.section("jobs", JobSettings.class));
            closing.add(this::endWork);
            watching = closing.add(new VehicleParts(world, telemetry, agent, jobs, first, uplink));
            MessageRouter inbound = new MessageRouter(this::commands, watching::desired, this::linked);
            LinkFactory link =
                    new LinkFactory(world.clock(), world.ticker(), world.random(), unit, loops, uplink, inbound);
            LinkSettings fleet = first.section("link", LinkSettings.class);
            say(fleet.url() == null ? "no link to the fleet is set" : "not connected to the fleet yet");
            if (fleet.url() == null) {
                LOG.info("no link to the fleet: set url in [link], such as \"mqtts://broker.example.org\"");
            }
            watching.start(loops);
            jobs.start(); // what waited when the last process ended may ask the loggers
            jobs.registerHeartbeat(loops.register("jobs", LONGEST_BEAT));
            link.open(first);
            reloading = new SettingsApplier(settings, parts(link), this::apply, link::changedFiles);
            openLocalApi(first.section("local", LocalSettings.class));
            closing.add(new Watchdog(manager, loops, awake));
            listenForSuspends();
            telemetry.pulse().beat(HEAP_LOOK, new HeapRelease()::look);
        } catch (Failure | RuntimeException e) {
            close();
            throw e;
        }
        LOG.info("outrider {} runs as unit {}", Version.text(), unit);
        watching.ready(BootId.trigger(world.data(), BootId.id()));
        manager.ready();
    }

    /** Whoever asks for the time notices a suspend; where nobody does for long, the pulse. */
    private void listenForSuspends() {
        PeriodicTasks pulse = telemetry.pulse();
        world.ticker().onResume(suspended -> pulse.once(() -> resumed(suspended)));
        closing.add(() -> world.ticker().onResume(suspended -> {}));
        pulse.beat(RESUME_LOOK, world.ticker()::nanos);
    }

    /** Threads that wait by a clock that stood still look again. */
    private void resumed(Duration suspended) {
        LOG.info("the machine was suspended for {} s", suspended.toSeconds());
        clock.check();
        uplink.resumed(suspended);
        watching.resumed();
        telemetry.upload().resumed();
    }

    private void commands(List<InboundMessage> arrivals) {
        jobs.accept(arrivals.stream()
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
                telemetry::occurrences,
                this::functions,
                () -> watching.vehicle()));
        return all;
    }

    /** At the start the functions are not known yet: a logger without one tells of itself. */
    private List<String> named(Settings newer) throws Failure {
        return SettingsReferenceCheck.check(newer, agent == null ? null : agent.functions());
    }

    private void apply(Settings now, Set<String> changed) throws Failure {
        try {
            agent.apply(now, changed);
        } finally {
            watching.reloaded(now);
        }
    }

    private Map<String, SettingsApplier.Part> parts(LinkFactory link) {
        Map<String, SettingsApplier.Part> parts = new TreeMap<>(telemetry.parts());
        parts.putAll(watching.parts());
        parts.put("jobs", now -> jobs.configure(now.section("jobs", JobSettings.class)));
        parts.put("log", now -> Logs.level(now.section("log", LogSettings.class).level()));
        parts.put("link", link::open);
        return parts;
    }

    private Jobs.Dependencies jobsWorld() {
        JobStreamObserver watchers = new JobStreamObserver(broadcast, new StreamEvents(), new ResultRecords(), unit);
        return new Jobs.Dependencies(
                world.data().resolve("jobs"),
                unit,
                BootId.id(),
                this::functions,
                uplink,
                watchers,
                clock,
                () -> clock.now().trusted(),
                world.ticker(),
                world.fault());
    }

    /** What can be called just now. */
    Functions functions() {
        return agent.functions();
    }

    private Jobs jobs() {
        return jobs;
    }

    private Loggers loggers() {
        return watching.loggers();
    }

    private void linked(boolean connected) {
        say(connected ? "connected to the fleet" : "not connected to the fleet");
        watching.linked(connected);
        if (connected) {
            jobs.connected();
            telemetry.upload().connected();
        }
    }

    private void say(String link) {
        manager.status("unit " + unit + ", " + link);
    }

    private void openLocalApi(LocalSettings from) throws Failure {
        if (from.enabled()) {
            Map<String, String> versions =
                    Map.of("outrider", Version.text(), "java", Runtime.version().toString());
            DaemonFacade served = new DaemonFacade(
                    () -> unit, versions, jobs, this::functions, this::health, broadcast, this::reload, telemetry::add);
            local = closing.add(new LocalApi(from, world.runtime(), served, clock));
        }
    }

    /** How every part is, by name, in the order to show. */
    public Map<String, Health> health() {
        Map<String, Health> all = new LinkedHashMap<>();
        all.put("link", uplink.health());
        all.putAll(agent.health());
        all.putAll(watching.health());
        all.putAll(telemetry.health());
        all.put("jobs", jobs.health());
        all.put("settings", settings.health());
        all.put("local", local == null ? Health.NOTHING : local.health());
        all.put("process", vitals.health());
        all.put("loops", loops.health());
        return all;
    }

    /**
     * Reads the settings again and restarts what they change, and nothing else.
     *
     * @return for people: what changed, a line each
     * @throws Failure if they are bad; those in force stay
     */
    public String reload() throws Failure {
        manager.reloading();
        try {
            return reloading.reload();
        } finally {
            manager.ready();
        }
    }

    /** The unit's id in the fleet. */
    public String unit() {
        return unit;
    }

    /** Both at once, as each may take nearly two seconds; before the modules, so that their functions can end well. */
    private void endWork() {
        Thread link = new Thread(uplink::close, "link ends");
        link.start();
        jobs.close();
        try {
            link.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends what was opened, the last first: presence is said, running jobs are told to end. At most some seconds. */
    @Override
    public void close() {
        LOG.info("outrider stops");
        manager.stopping();
        closing.close();
    }
}
