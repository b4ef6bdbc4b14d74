package io.outrider.agent.runtime.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copy of the last valid settings files, in one file written atomically. A unit whose files an edit has broken starts with
 * it, so that it can still be reached and repaired.
 */
public final class LastGoodSettings {
    private static final int MAX_BYTES = 4 << 20;

    private final ObjectMapper mapper = Json.mapper();
    private final Path file;

    /** @param main a copy for another main file is ignored */
    private record Copy(String main, List<SettingsFiles.FileText> files) {}

    /** @param data data directory; the copy is in its folder {@code settings} */
    public LastGoodSettings(Path data) {
        file = data.resolve("settings").resolve("last-good.json");
    }

    /** Lazy, as a call of the command line ends before a log is set up. */
    private static Logger log() {
        return LoggerFactory.getLogger(LastGoodSettings.class);
    }

    /** Stores the copy. A failure is only logged, as the settings are in force anyway. */
    void keep(SettingsFiles from, List<SettingsFiles.FileText> texts) {
        try {
            byte[] bytes = mapper.writeValueAsBytes(new Copy(from.main().toString(), texts));
            if (!AtomicFile.holds(file, bytes)) {
                AtomicFile.write(file, bytes); // for this user only: may contain secrets
            }
        } catch (IOException e) {
            log().warn(
                            "the settings cannot be kept in {} ({}): should the files be bad at the next start, it will fail",
                            file.getParent(),
                            IoReason.of(e));
        }
    }

    /** The copy of these files; empty if there is none or it is no longer valid, as after an update. */
    public Optional<BoundSettings> settings(SettingsFiles files, SettingsSchema sections) {
        try {
            Optional<List<SettingsFiles.FileText>> texts = read(files);
            return texts.isEmpty() ? Optional.empty() : Optional.of(sections.validate(files.parse(texts.get())));
        } catch (Failure e) {
            log().warn("last known good settings are no longer valid: {}", e.getMessage());
        } catch (JsonProcessingException e) {
            log().warn("the settings kept in {} are damaged", file); // no cause: may quote secrets
        } catch (AccessDeniedException e) {
            log().debug("the settings kept in {} are not for this user", file);
        } catch (IOException e) {
            log().warn("the settings kept in {} cannot be read: {}", file, IoReason.of(e));
        }
        return Optional.empty();
    }

    /** True if there is a copy of these files that differs from them, or this user may not read them. */
    public boolean differsFrom(SettingsFiles files) {
        try {
            Optional<List<SettingsFiles.FileText>> kept = read(files);
            return kept.isPresent() && !kept.get().equals(files.texts());
        } catch (Failure e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** @throws IOException if the copy cannot be read or is damaged */
    private Optional<List<SettingsFiles.FileText>> read(SettingsFiles files) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        Copy copy = mapper.readValue(SmallFile.read(file, MAX_BYTES), Copy.class);
        boolean usable = copy != null
                && files.main().toString().equals(copy.main())
                && copy.files() != null
                && copy.files().stream().noneMatch(each -> each == null || each.file() == null || each.text() == null);
        return usable ? Optional.of(copy.files()) : Optional.empty();
    }
}
