package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.settings.SecretFile;
import io.outrider.api.Failure;
import java.nio.file.Path;

/** Reader of the secret files named in the link's settings. */
final class LinkSecrets {
    private LinkSecrets() {}

    /**
     * Reads a file.
     *
     * @param setting key in {@code [link]} that names the file
     */
    static String read(String setting, String file) throws LinkFailure {
        try {
            return SecretFile.read(Path.of(file));
        } catch (Failure e) {
            throw new LinkFailure("[link] " + setting + ": " + e.getMessage(), e);
        }
    }
}
