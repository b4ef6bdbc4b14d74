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
import io.outrider.agent.builtin.doctor.DoctorModule;
import io.outrider.agent.builtin.update.RootPart;
import io.outrider.agent.builtin.update.UpdateModule;
import io.outrider.agent.builtin.update.UpdatePaths;
import io.outrider.agent.builtin.update.UpdateSettings;
import io.outrider.agent.commands.Jobs;
import io.outrider.agent.commands.JobsModule;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.agent.runtime.log.LogBuffer;
import io.outrider.agent.runtime.modules.ModuleCatalog;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.process.Version;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.agent.telemetry.loggers.LoggerModule;
import io.outrider.agent.telemetry.upload.CloudModule;
import io.outrider.agent.telemetry.upload.Upload;
import io.outrider.api.ModuleFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Builtin modules: declared for every process, opened where they work. */
public final class BuiltinModules {
    private static final BuiltinModule LOG = new BuiltinModule("log", LogModule.SIGNATURES);
    private static final BuiltinModule JOBS = new BuiltinModule("saltutil", JobsModule.SIGNATURES);
    private static final BuiltinModule CLOUD = new BuiltinModule("cloud", CloudModule.SIGNATURES);
    private static final BuiltinModule LOGGER = new BuiltinModule("logger", LoggerModule.SIGNATURES);
    private static final BuiltinModule EVENTS = new BuiltinModule("minionutil", EventModule.SIGNATURES);
    private static final BuiltinModule AUTOPI = new BuiltinModule("autopi", AutopiFunctions.SIGNATURES);

    static final BuiltinModule DOCTOR = new BuiltinModule("doctor", DoctorModule.SIGNATURES);
    private static final BuiltinModule AGENT =
            new BuiltinModule("agent", "update", UpdateSettings.class, UpdateModule.SIGNATURES);

    private static final BuiltinModule CMD = new BuiltinModule("cmd", CmdSettings.class, CmdModule.SIGNATURES);
    private static final BuiltinModule CONFIG = new BuiltinModule("config", SettingsModule.SIGNATURES);
    private static final BuiltinModule DISK = new BuiltinModule("disk", DiskModule.SIGNATURES);
    private static final BuiltinModule GRAINS = new BuiltinModule("grains", GrainsModule.SIGNATURES);
    private static final BuiltinModule STATUS = new BuiltinModule("status", StatusModule.SIGNATURES);
    private static final BuiltinModule SYS = new BuiltinModule("sys", SysModule.SIGNATURES);
    private static final BuiltinModule TEST = new BuiltinModule("test", TestModule.SIGNATURES);

    private static final List<BuiltinModule> ALONE = List.of(CMD, CONFIG, DISK, GRAINS, STATUS, SYS, TEST);
    private static final List<BuiltinModule> DAEMON = List.of(
            CMD, CONFIG, DISK, GRAINS, STATUS, SYS, TEST, LOG, JOBS, CLOUD, LOGGER, EVENTS, AUTOPI, DOCTOR, AGENT);

    private BuiltinModules() {}

    /** Modules of the class path that can be used beside the builtin ones. */
    public static ModuleCatalog usable(Iterable<ModuleFactory> found) {
        Set<String> names = new HashSet<>();
        Sections.ALL.forEach(each -> names.add(each.name()));
        Set<String> functions = new HashSet<>();
        for (BuiltinModule each : DAEMON) {
            names.add(each.name());
            names.add(each.section());
            each.signatures().forEach(signature -> functions.add(signature.name()));
        }
        return ModuleCatalog.of(found, names, functions);
    }

    static Signatures ofStandalone(Iterable<ModuleFactory> found) {
        return signatures(found, ALONE);
    }

    /** Functions of the daemon. */
    public static Signatures ofDaemon(Iterable<ModuleFactory> found) {
        return signatures(found, DAEMON);
    }

    static ConfiguredCallCheck callCheck(ModuleCatalog found) {
        return new ConfiguredCallCheck(ofDaemon(found), found.missing().isEmpty());
    }

    private static Signatures signatures(Iterable<ModuleFactory> found, List<BuiltinModule> builtin) {
        List<ModuleFactory> all = new ArrayList<>();
        found.forEach(all::add);
        all.addAll(builtin);
        return Signatures.of(all);
    }

    /** The modules of the class path and the builtin ones that work without jobs. */
    static List<ModuleFactory> standalone(
            Iterable<ModuleFactory> found,
            String unit,
            Signatures functions,
            SettingsSchema schema,
            Supplier<BoundSettings> settings) {
        List<ModuleFactory> all = new ArrayList<>();
        found.forEach(all::add);
        all.add(CMD.opened(context -> {
            CmdSettings allowed = context.settings(CmdSettings.class);
            return new CmdModule(() -> allowed, context.ticker());
        }));
        all.add(CONFIG.opened(context -> new SettingsModule(settings, schema)));
        all.add(DISK.opened(context -> new DiskModule()));
        all.add(GRAINS.opened(context -> new GrainsModule(unit, Version.text())));
        all.add(STATUS.opened(context -> new StatusModule(context.clock(), context.ticker())));
        all.add(SYS.opened(context -> new SysModule(functions)));
        all.add(TEST.opened(context -> new TestModule(Version.text(), context.ticker())));
        return all;
    }

    static List<ModuleFactory> daemon(
            DaemonBase base, LogBuffer logs, Jobs jobs, Upload upload, ModuleRegistry registry, VehicleWiring vehicle) {
        return List.of(
                LOG.opened(context -> new LogModule(logs)),
                JOBS.opened(context -> new JobsModule(jobs)),
                CLOUD.opened(context -> upload.module()),
                LOGGER.opened(context -> new LoggerModule(vehicle.loggers())),
                EVENTS.opened(context -> new EventModule(base.events())),
                AUTOPI.opened(context -> new AutopiFunctions(registry::functions, vehicle.state())),
                AGENT.opened(context -> new UpdateModule(
                        context,
                        context.settings(AGENT.section(), UpdateSettings.class),
                        base.clock(),
                        UpdatePaths.of(base.environment().data()),
                        RootPart.ofSystemd())));
    }

    /** Schema of all settings sections, those of the class path's modules included. A missing module may have more. */
    public static SettingsSchema sections(Iterable<ModuleFactory> found) {
        Map<String, Class<? extends Record>> shapes = new TreeMap<>();
        found.forEach(each -> shapes.putAll(each.sections()));
        shapes.put(CMD.name(), CMD.settings());
        shapes.put(AGENT.section(), AGENT.settings());
        Sections.ALL.forEach(each -> shapes.put(each.name(), each.record()));
        boolean isComplete =
                !(found instanceof ModuleCatalog modules) || modules.missing().isEmpty();
        return new SettingsSchema(shapes, isComplete);
    }
}
