package io.outrider.agent.operator.support;

import io.outrider.agent.operator.client.LocalClient;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.Failure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Sources of a support bundle.
 *
 * @param data folders that may be the daemon's
 * @param tokens files that may have the token of the local API
 * @param check check of the settings files, for people
 */
public record SupportSources(
        SettingsFiles files,
        SettingsSchema schema,
        List<Path> data,
        List<Path> tokens,
        DaemonClient daemon,
        SettingsCheck check) {
    /** Connection to the daemon. */
    @FunctionalInterface
    public interface DaemonClient {
        LocalClient client() throws Failure;
    }

    @FunctionalInterface
    public interface SettingsCheck {
        String text() throws Failure;
    }

    LocalClient client() throws Failure {
        return daemon.client();
    }

    /** Result of the check; what is wrong is a result too. */
    String checkedSettings() {
        try {
            return check.text() + "\n";
        } catch (Failure e) {
            return e.getMessage() + "\n";
        }
    }

    /** Effective settings of the files, secrets masked. */
    Map<String, Map<String, Object>> fileSettings() throws Failure {
        return schema.effective(schema.validate(files.load()));
    }
}
