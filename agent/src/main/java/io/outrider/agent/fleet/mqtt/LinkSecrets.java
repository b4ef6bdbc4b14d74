package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.settings.SecretFile;
import io.outrider.api.Failure;
import java.nio.file.Path;

/** Secret files as the link's settings name them. */
final class LinkSecrets {
    private LinkSecrets() {}

    /**
     * The file's text.
     *
     * @param setting the key in {@code [link]} that names the file
     */
    static String read(String setting, String file) throws LinkFailure {
        try {
            return SecretFile.read(Path.of(file));
        } catch (Failure e) {
            throw new LinkFailure("[link] " + setting + ": " + e.getMessage(), e);
        }
    }
}
