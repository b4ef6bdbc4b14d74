package io.outrider.agent.daemon;

import io.outrider.agent.runtime.modules.Agent;
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

/** The functions without the daemon: for one command, in the process of the command line. */
public record Alone(Iterable<ModuleFactory> found, Path machineId, Clock clock, Ticker ticker) {

    /**
     * @param given on the command line
     * @param config null for the usual place
     */
    public Agent open(Settings given, Path config, Path data) throws Failure {
        SettingsFiles files = config == null ? SettingsFiles.usual(given) : SettingsFiles.named(config, given);
        Settings settings = files.load();
        OwnModules.sections(found).validate(settings);
        String unit = UnitId.of(settings.section("unit", UnitSettings.class), machineId);
        AtomicReference<Agent> made = new AtomicReference<>();
        List<ModuleFactory> modules =
                OwnModules.with(found, unit, () -> made.get().functions(), () -> settings);
        Set<String> names = modules.stream().map(ModuleFactory::name).collect(Collectors.toSet());
        made.set(new Agent(modules, settings.only(names), data, clock, ticker));
        return made.get();
    }
}
