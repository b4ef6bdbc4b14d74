package io.outrider.agent.runtime.storage;

import java.nio.file.Path;

/**
 * Damaged file of a log.
 *
 * @param what the damage, as the end of a sentence that begins with the file name
 */
public record FileDamage(Path file, String what) {
    @Override
    public String toString() {
        return file.getFileName() + " " + what;
    }
}
