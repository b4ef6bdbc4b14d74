package io.outrider.agent.daemon;

import io.outrider.agent.fleet.mqtt.LinkFiles;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.settings.ReferenceCheck;
import io.outrider.agent.runtime.settings.SecretFile;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.telemetry.upload.CaBundle;
import io.outrider.agent.telemetry.upload.CloudModule;
import io.outrider.agent.telemetry.upload.UploadSettings;
import io.outrider.api.Failure;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** Check of what settings refer to: files of secrets and certificates, and functions. */
public final class SettingsReferenceCheck {
    @FunctionalInterface
    private interface Check {
        List<String> run() throws Failure;
    }

    private SettingsReferenceCheck() {}

    /**
     * @param functions the functions of this process; null if not known yet
     * @return warnings about valid settings, one a line
     * @throws Failure with a line for each problem
     */
    static List<String> check(Settings settings, Functions functions) throws Failure {
        List<String> problems = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        List<Check> checks = List.of(
                () -> link(settings),
                () -> upload(settings),
                () -> functions == null ? List.of() : ConfiguredCallCheck.check(settings, functions));
        for (Check each : checks) {
            try {
                warnings.addAll(each.run());
            } catch (Failure e) {
                problems.add(e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new Failure(Failure.Actor.OPERATOR, "BAD_SETTING", String.join("\n", problems));
        }
        return warnings;
    }

    private static List<String> link(Settings settings) throws Failure {
        LinkFiles.check(settings.section("link", LinkSettings.class));
        return List.of();
    }

    private static List<String> upload(Settings settings) throws Failure {
        UploadSettings upload = settings.section("upload", UploadSettings.class);
        if (upload.tokenFile() != null) {
            try {
                SecretFile.read(Path.of(upload.tokenFile()));
            } catch (Failure e) {
                throw new Failure(
                        e.actor(), "BAD_SETTING", settings.problem("upload", "token_file", e.getMessage()), e);
            }
        }
        if (upload.ca() != null) {
            try {
                new CaBundle(Path.of(upload.ca())).factory();
            } catch (Failure e) {
                throw new Failure(e.actor(), "BAD_SETTING", settings.problem("upload", "ca", e.getMessage()), e);
            }
        }
        return List.of();
    }

    /**
     * Check for a process without a daemon, against the functions that a daemon with these settings would have.
     *
     * @param found the modules of the class path
     */
    public static ReferenceCheck alone(Iterable<ModuleFactory> found, Path data, Clock clock, Ticker ticker) {
        return settings -> {
            AtomicReference<ModuleRegistry> registry = new AtomicReference<>();
            List<ModuleFactory> modules =
                    BuiltinModules.with(found, "", () -> registry.get().functions(), () -> settings);
            modules.addAll(BuiltinModules.ofDaemon(
                    null,
                    () -> null,
                    () -> null,
                    () -> new CloudModule(null, null, null),
                    () -> null,
                    () -> null,
                    () -> null));
            Set<String> names = modules.stream().map(ModuleFactory::name).collect(Collectors.toSet());
            try (ModuleRegistry modulesOfDaemon =
                    new ModuleRegistry(modules, settings.only(names), data, clock, ticker)) {
                registry.set(modulesOfDaemon);
                return check(settings, modulesOfDaemon.functions());
            }
        };
    }
}
