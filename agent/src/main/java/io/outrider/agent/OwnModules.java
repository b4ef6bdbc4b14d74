package io.outrider.agent;

import io.outrider.agent.buffer.BufferSettings;
import io.outrider.agent.events.EventModule;
import io.outrider.agent.events.Occurrences;
import io.outrider.agent.functions.Functions;
import io.outrider.agent.functions.SysModule;
import io.outrider.agent.functions.TestModule;
import io.outrider.agent.host.CmdModule;
import io.outrider.agent.host.CmdSettings;
import io.outrider.agent.host.DiskModule;
import io.outrider.agent.host.GrainsModule;
import io.outrider.agent.host.StatusModule;
import io.outrider.agent.jobs.JobSettings;
import io.outrider.agent.jobs.Jobs;
import io.outrider.agent.jobs.JobsModule;
import io.outrider.agent.link.LinkSettings;
import io.outrider.agent.local.LocalSettings;
import io.outrider.agent.loggers.LoggerModule;
import io.outrider.agent.loggers.Loggers;
import io.outrider.agent.loggers.LoggersSettings;
import io.outrider.agent.logs.LogBuffer;
import io.outrider.agent.logs.LogModule;
import io.outrider.agent.logs.LogSettings;
import io.outrider.agent.settings.Sections;
import io.outrider.agent.settings.Settings;
import io.outrider.agent.settings.SettingsModule;
import io.outrider.agent.time.ClockSettings;
import io.outrider.agent.triggers.TriggerSettings;
import io.outrider.agent.upload.CloudModule;
import io.outrider.agent.upload.UploadSettings;
import io.outrider.agent.vehicle.Vehicle;
import io.outrider.agent.vehicle.VehicleSettings;
import io.outrider.agent.vitals.Version;
import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The modules of the agent's own, and everything that can be set. */
final class OwnModules {
    private OwnModules() {}

    /** Those of the class path, and those that a process without jobs has too. */
    static List<ModuleFactory> with(
            Iterable<ModuleFactory> found, String unit, Supplier<Functions> functions, Supplier<Settings> settings) {
        List<ModuleFactory> all = new ArrayList<>();
        found.forEach(all::add);
        Sections sections = sections(found);
        all.add(new Own("cmd", CmdSettings.class, OwnModules::cmd));
        all.add(Own.of("config", given -> new SettingsModule(settings, sections)));
        all.add(Own.of("disk", given -> new DiskModule()));
        all.add(Own.of("grains", given -> new GrainsModule(unit, Version.text())));
        all.add(Own.of("status", given -> new StatusModule(given.clock(), given.ticker())));
        all.add(Own.of("sys", given -> new SysModule(functions)));
        all.add(Own.of("test", given -> new TestModule(Version.text(), given.ticker())));
        return all;
    }

    /** Those that only the daemon has; what they are about is asked for at each call. */
    static List<ModuleFactory> ofDaemon(
            LogBuffer logs,
            Supplier<Jobs> jobs,
            Supplier<Loggers> loggers,
            Supplier<CloudModule> cloud,
            Supplier<Occurrences> occurrences,
            Supplier<Functions> functions,
            Supplier<Vehicle> vehicle) {
        return List.of(
                new Own("log", LogSettings.class, given -> new LogModule(logs)),
                Own.of("saltutil", given -> new JobsModule(jobs)),
                Own.of("cloud", given -> cloud.get()),
                Own.of("logger", given -> new LoggerModule(loggers)),
                Own.of("minionutil", given -> new EventModule(occurrences.get())),
                Own.of("autopi", given -> new AutopiModule(functions, vehicle)));
    }

    /** What can be set, with the modules of the class path. */
    static Sections sections(Iterable<ModuleFactory> found) {
        Map<String, Class<? extends Record>> shapes = new TreeMap<>();
        found.forEach(each -> shapes.put(each.name(), each.settings()));
        shapes.put("clock", ClockSettings.class);
        shapes.put("buffer", BufferSettings.class);
        shapes.put("upload", UploadSettings.class);
        shapes.put("cmd", CmdSettings.class);
        shapes.put("jobs", JobSettings.class);
        shapes.put("link", LinkSettings.class);
        shapes.put("local", LocalSettings.class);
        shapes.put("log", LogSettings.class);
        shapes.put("triggers", TriggerSettings.class);
        shapes.put("loggers", LoggersSettings.class);
        shapes.put("unit", UnitSettings.class);
        shapes.put("vehicle", VehicleSettings.class);
        return new Sections(shapes);
    }

    private static Module cmd(Surroundings given) throws Failure {
        CmdSettings settings = given.settings(CmdSettings.class);
        return new CmdModule(() -> settings, given.ticker());
    }
}
