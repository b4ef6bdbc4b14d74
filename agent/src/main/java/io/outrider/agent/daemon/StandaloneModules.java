package io.outrider.agent.daemon;

import io.outrider.agent.operator.cli.CommandLine;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.agent.runtime.modules.ModuleCatalog;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.Failure;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Modules without a daemon, for one command in the process of the command line. */
public record StandaloneModules(Supplier<ModuleCatalog> modules, Path machineId, Clock clock, Ticker ticker)
        implements CommandLine.ModulesOpener {

    @Override
    public ModuleRegistry open(Settings given, Path config, Path data) throws Failure {
        return open(each -> true, given, config, data);
    }

    @Override
    public ModuleRegistry openAlone(String module, Settings given, Path config, Path data) throws Failure {
        return open(each -> each.name().equals(module), given, config, data);
    }

    private ModuleRegistry open(Predicate<ModuleFactory> opened, Settings given, Path config, Path data)
            throws Failure {
        ModuleCatalog found = modules.get();
        SettingsFiles files = SettingsFiles.of(config, given);
        SettingsSchema schema = BuiltinModules.sections(found);
        BoundSettings settings = schema.validate(files.load());
        String unit = settings.section(Sections.UNIT).id(machineId);
        Signatures functions = BuiltinModules.ofStandalone(found);
        ModuleRegistry registry = new ModuleRegistry(data, clock, ticker);
        List<ModuleFactory> all = BuiltinModules.standalone(found, unit, functions, schema, () -> settings);
        registry.open(all.stream().filter(opened).toList(), settings, unit);
        return registry;
    }

    /** Reads no settings and opens nothing. */
    @Override
    public Signatures signatures(Settings given, Path config, Path data) {
        return BuiltinModules.ofStandalone(modules.get());
    }

    @Override
    public List<String> missing() {
        return modules.get().problems();
    }
}
