package io.outrider.agent.runtime.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copy of the last valid settings files, in one file written atomically. A unit whose files an edit has broken starts with
 * it, so that it can still be reached and repaired.
 */
public final class LastGoodSettings {
    private final Path folder;
    private final LastGoodSettingsFile copy;

    /** @param data data directory; the copy is in its folder {@code settings} */
    public LastGoodSettings(Path data) {
        folder = data.resolve("settings");
        copy = new LastGoodSettingsFile(folder);
    }

    /** Lazy, as a call of the command line ends before a log is set up. */
    private static Logger log() {
        return LoggerFactory.getLogger(LastGoodSettings.class);
    }

    /** Stores the copy. A failure is only logged, as the settings are in force anyway. */
    void keep(SettingsFiles from, List<SettingsFiles.Text> texts) {
        try {
            byte[] bytes = copy.bytes(from, texts);
            Path file = copy.path();
            if (!isIn(file, bytes)) { // flash wears out
                AtomicFile.write(file, bytes); // for this user only: may contain secrets
            }
        } catch (IOException e) {
            log().warn(
                            "the settings cannot be kept in {} ({}): should the files be bad at the next start, it will fail",
                            folder,
                            IoReason.of(e));
        }
    }

    private static boolean isIn(Path file, byte[] bytes) {
        try {
            return Arrays.equals(bytes, SmallFile.read(file, bytes.length));
        } catch (IOException e) {
            return false;
        }
    }

    /** The copy of these files; empty if there is none or it is no longer valid, as after an update. */
    public Optional<BoundSettings> settings(SettingsFiles files, SettingsSchema sections) {
        Optional<List<SettingsFiles.Text>> texts = texts(files);
        if (texts.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(sections.validate(files.parse(texts.get())));
        } catch (Failure e) {
            log().warn("the settings that were good before are not any more: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** True if there is a copy of these files that differs from them, or this user may not read them. */
    public boolean differsFrom(SettingsFiles files) {
        try {
            Optional<List<SettingsFiles.Text>> kept = copy.read(files);
            return kept.isPresent() && !kept.get().equals(files.texts());
        } catch (Failure e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private Optional<List<SettingsFiles.Text>> texts(SettingsFiles files) {
        Path file = copy.path();
        try {
            return copy.read(files);
        } catch (JsonProcessingException e) {
            log().warn("the settings kept in {} are damaged", file); // no cause: may quote secrets
        } catch (AccessDeniedException e) {
            log().debug("the settings kept in {} are not for this user", file);
        } catch (IOException e) {
            log().warn("the settings kept in {} cannot be read: {}", file, IoReason.of(e));
        }
        return Optional.empty();
    }
}
