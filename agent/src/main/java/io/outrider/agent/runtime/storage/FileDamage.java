package io.outrider.agent.runtime.storage;

import java.nio.file.Path;

/**
 * A damaged file of a log.
 *
 * @param what is the matter with it, as the end of a sentence that begins with its name
 */
public record FileDamage(Path file, String what) {
    @Override
    public String toString() {
        return file.getFileName() + " " + what;
    }
}
