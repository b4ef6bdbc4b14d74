package io.outrider.agent.runtime.settings;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** JSON file of {@link LastGoodSettings}. Loads no logging, so that the command line reads it quickly. */
final class LastGoodSettingsFile {
    private static final String NAME = "last-good.json";
    private static final int MAX_BYTES = 4 << 20;

    private final ObjectMapper mapper = Json.mapper();
    private final Path file;

    /** @param main a copy for another main file is ignored */
    private record Copy(String main, List<SettingsFiles.Text> files) {}

    LastGoodSettingsFile(Path folder) {
        file = folder.resolve(NAME);
    }

    Path path() {
        return file;
    }

    byte[] bytes(SettingsFiles from, List<SettingsFiles.Text> texts) throws IOException {
        return mapper.writeValueAsBytes(new Copy(from.main().toString(), texts));
    }

    /**
     * @throws IOException if the copy cannot be read or is damaged
     */
    Optional<List<SettingsFiles.Text>> read(SettingsFiles files) throws IOException {
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
