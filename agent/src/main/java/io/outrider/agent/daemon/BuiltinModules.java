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

/** Builtin modules, and the schema of all settings sections. */
public final class BuiltinModules {
    private BuiltinModules() {}

    /** The modules of the class path and the builtin ones that work without jobs. */
    static List<ModuleFactory> with(
            Iterable<ModuleFactory> found, String unit, Supplier<Functions> functions, Supplier<Settings> settings) {
        List<ModuleFactory> all = new ArrayList<>();
        found.forEach(all::add);
        SettingsSchema sections = sections(found);
        all.add(new BuiltinModuleFactory("cmd", CmdSettings.class, BuiltinModules::cmd));
        all.add(BuiltinModuleFactory.of("config", context -> new SettingsModule(settings, sections)));
        all.add(BuiltinModuleFactory.of("disk", context -> new DiskModule()));
        all.add(BuiltinModuleFactory.of("grains", context -> new GrainsModule(unit, Version.text())));
        all.add(BuiltinModuleFactory.of("status", context -> new StatusModule(context.clock(), context.ticker())));
        all.add(BuiltinModuleFactory.of("sys", context -> new SysModule(functions)));
        all.add(BuiltinModuleFactory.of("test", context -> new TestModule(Version.text(), context.ticker())));
        return all;
    }

    /** Builtin modules of the daemon only. The suppliers are called at each function call. */
    static List<ModuleFactory> ofDaemon(
            LogBuffer logs,
            Supplier<Jobs> jobs,
            Supplier<Loggers> loggers,
            Supplier<CloudModule> cloud,
            Supplier<EventBus> events,
            Supplier<Functions> functions,
            Supplier<VehicleState> vehicle) {
        return List.of(
                new BuiltinModuleFactory("log", LogSettings.class, context -> new LogModule(logs)),
                BuiltinModuleFactory.of("saltutil", context -> new JobsModule(jobs)),
                BuiltinModuleFactory.of("cloud", context -> cloud.get()),
                BuiltinModuleFactory.of("logger", context -> new LoggerModule(loggers)),
                BuiltinModuleFactory.of("minionutil", context -> new EventModule(events.get())),
                BuiltinModuleFactory.of("autopi", context -> new AutopiFunctions(functions, vehicle)));
    }

    /** Schema of all settings sections, those of the class path's modules included. */
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

    private static Module cmd(ModuleContext context) throws Failure {
        CmdSettings settings = context.settings(CmdSettings.class);
        return new CmdModule(() -> settings, context.ticker());
    }
}
