package io.outrider.agent.daemon;

import io.outrider.agent.fleet.mqtt.LinkCheck;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.modules.Agent;
import io.outrider.agent.runtime.settings.FileCheck;
import io.outrider.agent.runtime.settings.SecretFile;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.telemetry.upload.Authorities;
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

/** What settings name, and has to be there: files with secrets, functions. */
public final class NamedInSettings {
    /** Finds something wrong. */
    @FunctionalInterface
    private interface Check {
        List<String> run() throws Failure;
    }

    private NamedInSettings() {}

    /**
     * @param functions those there are; null if that is not known yet
     * @return what to say of good settings, a line each
     * @throws Failure with a line for everything that is wrong
     */
    static List<String> check(Settings settings, Functions functions) throws Failure {
        List<String> problems = new ArrayList<>();
        List<String> said = new ArrayList<>();
        List<Check> checks = List.of(
                () -> link(settings),
                () -> upload(settings),
                () -> functions == null ? List.of() : CallCheck.check(settings, functions));
        for (Check each : checks) {
            try {
                said.addAll(each.run());
            } catch (Failure e) {
                problems.add(e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new Failure(Failure.Actor.OPERATOR, "BAD_SETTING", String.join("\n", problems));
        }
        return said;
    }

    private static List<String> link(Settings settings) throws Failure {
        LinkCheck.check(settings.section("link", LinkSettings.class));
        return List.of();
    }

    private static List<String> upload(Settings settings) throws Failure {
        UploadSettings upload = settings.section("upload", UploadSettings.class);
        if (upload.tokenFile() != null) {
            try {
                SecretFile.read(Path.of(upload.tokenFile()));
            } catch (Failure e) {
                throw new Failure(e.actor(), "BAD_SETTING", settings.told("upload", "token_file", e.getMessage()), e);
            }
        }
        if (upload.ca() != null) {
            try {
                new Authorities(Path.of(upload.ca())).factory();
            } catch (Failure e) {
                throw new Failure(e.actor(), "BAD_SETTING", settings.told("upload", "ca", e.getMessage()), e);
            }
        }
        return List.of();
    }

    /**
     * For a process without a daemon: its functions are what a daemon with these settings would have.
     *
     * @param found the modules of the class path
     */
    public static FileCheck alone(Iterable<ModuleFactory> found, Path data, Clock clock, Ticker ticker) {
        return settings -> {
            AtomicReference<Agent> made = new AtomicReference<>();
            List<ModuleFactory> modules =
                    OwnModules.with(found, "", () -> made.get().functions(), () -> settings);
            modules.addAll(OwnModules.ofDaemon(
                    null,
                    () -> null,
                    () -> null,
                    () -> new CloudModule(null, null, null, null),
                    () -> null,
                    () -> null,
                    () -> null));
            Set<String> names = modules.stream().map(ModuleFactory::name).collect(Collectors.toSet());
            try (Agent agent = new Agent(modules, settings.only(names), data, clock, ticker)) {
                made.set(agent);
                return check(settings, agent.functions());
            }
        };
    }
}
