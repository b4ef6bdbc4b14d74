package io.outrider.agent.daemon;

import io.outrider.agent.fleet.mqtt.LinkFiles;
import io.outrider.agent.runtime.modules.ModuleCatalog;
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
import java.util.Optional;

/**
 * Check of what settings refer to: files of secrets and certificates, and functions. Opens no module. At a start
 * impossible calls are no problem and only logged, see {@link ConfiguredCallCheck#warn}.
 */
public final class SettingsReferenceCheck implements ReferenceCheck {
    private final ConfiguredCallCheck calls;

    SettingsReferenceCheck(ConfiguredCallCheck calls) {
        this.calls = calls;
    }

    /** Check of all that a daemon with these modules would start with: missing modules are problems, too. */
    public static ReferenceCheck of(Iterable<ModuleFactory> found) {
        ModuleCatalog modules = BuiltinModules.usable(found);
        ReferenceCheck references = new SettingsReferenceCheck(BuiltinModules.callCheck(modules));
        return settings -> {
            Findings findings = references.check(settings);
            List<String> problems = new ArrayList<>(modules.problems());
            problems.addAll(findings.problems());
            return new Findings(problems, findings.warnings());
        };
    }

    @Override
    public Findings check(BoundSettings settings) {
        List<String> problems = files(settings);
        Findings found = calls.check(settings);
        problems.addAll(found.problems());
        return new Findings(problems, found.warnings());
    }

    @Override
    public Findings checkAtStart(BoundSettings settings) {
        return new Findings(files(settings), List.of());
    }

    private static List<String> files(BoundSettings settings) {
        List<String> problems = new ArrayList<>();
        try {
            LinkFiles.check(settings.section(Sections.LINK));
        } catch (Failure e) {
            problems.add(e.getMessage());
        }
        UploadSettings upload = settings.section(Sections.UPLOAD);
        uploadFile(settings, "token_file", upload.tokenFile(), SecretFile::read).ifPresent(problems::add);
        uploadFile(settings, "ca", upload.ca(), file -> new CaBundle(file).factory())
                .ifPresent(problems::add);
        return problems;
    }

    @FunctionalInterface
    private interface FileUse {
        Object use(Path file) throws Failure;
    }

    private static Optional<String> uploadFile(BoundSettings settings, String key, String file, FileUse use) {
        try {
            if (file != null) {
                use.use(Path.of(file));
            }
            return Optional.empty();
        } catch (Failure e) {
            return Optional.of(settings.problem(Sections.UPLOAD.name(), key, e.getMessage()));
        }
    }
}
