package io.outrider.agent.daemon;

import io.outrider.agent.fleet.mqtt.LinkFiles;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.ReferenceCheck;
import io.outrider.agent.runtime.settings.SecretFile;
import io.outrider.agent.telemetry.upload.CaBundle;
import io.outrider.agent.telemetry.upload.UploadSettings;
import io.outrider.api.Failure;
import io.outrider.api.ModuleFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Check of what settings refer to: files of secrets and certificates, and functions. Opens no module. */
public final class SettingsReferenceCheck {
    @FunctionalInterface
    private interface Check {
        void run() throws Failure;
    }

    private SettingsReferenceCheck() {}

    /** Check against the functions that a daemon with these modules of the class path has. */
    public static ReferenceCheck of(Iterable<ModuleFactory> found) {
        Signatures functions = BuiltinModules.ofDaemon(found);
        return settings -> check(settings, functions);
    }

    /**
     * @param functions null to check no functions
     * @return warnings about valid settings, one a line
     * @throws Failure with a line for each problem
     */
    static List<String> check(BoundSettings settings, Signatures functions) throws Failure {
        List<String> problems = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        UploadSettings upload = settings.section(Sections.UPLOAD);
        List<Check> checks = List.of(
                () -> LinkFiles.check(settings.section(Sections.LINK)),
                () -> uploadFile(settings, "token_file", upload.tokenFile(), SecretFile::read),
                () -> uploadFile(settings, "ca", upload.ca(), file -> new CaBundle(file).factory()),
                () -> warnings.addAll(functions == null ? List.of() : ConfiguredCallCheck.check(settings, functions)));
        for (Check each : checks) {
            try {
                each.run();
            } catch (Failure e) {
                problems.add(e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new Failure(AgentErrors.BAD_SETTING, String.join("\n", problems));
        }
        return warnings;
    }

    @FunctionalInterface
    private interface FileUse {
        Object use(Path file) throws Failure;
    }

    private static void uploadFile(BoundSettings settings, String key, String file, FileUse use) throws Failure {
        if (file == null) {
            return;
        }
        try {
            use.use(Path.of(file));
        } catch (Failure e) {
            String problem = settings.problem(Sections.UPLOAD.name(), key, e.getMessage());
            throw new Failure(e.actor(), AgentErrors.BAD_SETTING, problem, e);
        }
    }
}
