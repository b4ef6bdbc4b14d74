package io.outrider.agent.daemon;

import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** Modules without a daemon, for one command in the process of the command line. */
public record StandaloneModules(Iterable<ModuleFactory> found, Path machineId, Clock clock, Ticker ticker) {

    /**
     * @param given settings of the command line
     * @param config null for the default file
     */
    public ModuleRegistry open(Settings given, Path config, Path data) throws Failure {
        SettingsFiles files = config == null ? SettingsFiles.usual(given) : SettingsFiles.named(config, given);
        Settings settings = files.load();
        BuiltinModules.sections(found).validate(settings);
        String unit = UnitId.of(settings.section("unit", UnitSettings.class), machineId);
        AtomicReference<ModuleRegistry> registry = new AtomicReference<>();
        List<ModuleFactory> modules =
                BuiltinModules.with(found, unit, () -> registry.get().functions(), () -> settings);
        Set<String> names = modules.stream().map(ModuleFactory::name).collect(Collectors.toSet());
        registry.set(new ModuleRegistry(modules, settings.only(names), data, clock, ticker));
        return registry.get();
    }
}
