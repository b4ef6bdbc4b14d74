package io.outrider.agent.daemon;

import io.outrider.agent.builtin.AutopiFunctions;
import io.outrider.agent.builtin.CmdModule;
import io.outrider.agent.builtin.CmdSettings;
import io.outrider.agent.builtin.DiskModule;
import io.outrider.agent.builtin.EventModule;
import io.outrider.agent.builtin.GrainsModule;
import io.outrider.agent.builtin.LogModule;
import io.outrider.agent.builtin.SettingsModule;
import io.outrider.agent.builtin.StatusModule;
import io.outrider.agent.builtin.SysModule;
import io.outrider.agent.builtin.TestModule;
import io.outrider.agent.commands.JobSettings;
import io.outrider.agent.commands.Jobs;
import io.outrider.agent.commands.JobsModule;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.operator.api.LocalSettings;
import io.outrider.agent.runtime.clock.ClockSettings;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.log.LogBuffer;
import io.outrider.agent.runtime.log.LogSettings;
import io.outrider.agent.runtime.process.Version;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.agent.telemetry.buffer.BufferSettings;
import io.outrider.agent.telemetry.loggers.LoggerModule;
import io.outrider.agent.telemetry.loggers.Loggers;
import io.outrider.agent.telemetry.loggers.LoggersSettings;
import io.outrider.agent.telemetry.upload.CloudModule;
import io.outrider.agent.telemetry.upload.UploadSettings;
import io.outrider.agent.vehicle.state.VehicleSettings;
import io.outrider.agent.vehicle.state.VehicleState;
import io.outrider.agent.vehicle.triggers.TriggerSettings;
import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The modules of the agent's own, and everything that can be set. */
public final class BuiltinModules {
    private BuiltinModules() {}

    /** Those of the class path, and those that a process without jobs has too. */
    static List<ModuleFactory> with(
            Iterable<ModuleFactory> found, String unit, Supplier<Functions> functions, Supplier<Settings> settings) {
        List<ModuleFactory> all = new ArrayList<>();
        found.forEach(all::add);
        SettingsSchema sections = sections(found);
        all.add(new BuiltinModuleFactory("cmd", CmdSettings.class, BuiltinModules::cmd));
        all.add(BuiltinModuleFactory.of("config", given -> new SettingsModule(settings, sections)));
        all.add(BuiltinModuleFactory.of("disk", given -> new DiskModule()));
        all.add(BuiltinModuleFactory.of("grains", given -> new GrainsModule(unit, Version.text())));
        all.add(BuiltinModuleFactory.of("status", given -> new StatusModule(given.clock(), given.ticker())));
        all.add(BuiltinModuleFactory.of("sys", given -> new SysModule(functions)));
        all.add(BuiltinModuleFactory.of("test", given -> new TestModule(Version.text(), given.ticker())));
        return all;
    }

    /** Those that only the daemon has; what they are about is asked for at each call. */
    static List<ModuleFactory> ofDaemon(
            LogBuffer logs,
            Supplier<Jobs> jobs,
            Supplier<Loggers> loggers,
            Supplier<CloudModule> cloud,
            Supplier<EventBus> occurrences,
            Supplier<Functions> functions,
            Supplier<VehicleState> vehicle) {
        return List.of(
                new BuiltinModuleFactory("log", LogSettings.class, given -> new LogModule(logs)),
                BuiltinModuleFactory.of("saltutil", given -> new JobsModule(jobs)),
                BuiltinModuleFactory.of("cloud", given -> cloud.get()),
                BuiltinModuleFactory.of("logger", given -> new LoggerModule(loggers)),
                BuiltinModuleFactory.of("minionutil", given -> new EventModule(occurrences.get())),
                BuiltinModuleFactory.of("autopi", given -> new AutopiFunctions(functions, vehicle)));
    }

    /** What can be set, with the modules of the class path. */
    public static SettingsSchema sections(Iterable<ModuleFactory> found) {
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
        return new SettingsSchema(shapes);
    }

    private static Module cmd(ModuleContext given) throws Failure {
        CmdSettings settings = given.settings(CmdSettings.class);
        return new CmdModule(() -> settings, given.ticker());
    }
}
