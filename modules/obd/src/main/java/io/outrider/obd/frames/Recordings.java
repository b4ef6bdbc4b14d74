package io.outrider.obd.frames;

import io.outrider.api.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder of recordings: files in candump's log format, which can-utils read and write too. */
final class Recordings {
    /** No arguments. */
    record None() {}

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final String ENDING = ".log";

    private final Path folder;

    Recordings(Path folder) {
        this.folder = folder;
    }

    /**
     * Where a recording of that name lies or will lie.
     *
     * @throws Failure for a name that could lead out of the folder
     */
    Path file(String name) throws Failure {
        if (!NAME.matcher(name).matches()) {
            throw Failure.argument(
                    "file",
                    "'" + (name.length() > 100 ? name.substring(0, 40) + "…" : name)
                            + "' is no name for a recording: use 1 to 100 letters, digits, dots, dashes, underscores");
        }
        return folder.resolve(name.endsWith(ENDING) ? name : name + ENDING);
    }

    /** An existing recording. */
    Path existing(String name) throws Failure {
        Path file = file(name);
        if (!Files.isRegularFile(file)) {
            throw Failure.argument(
                    "file",
                    "there is no recording '" + name + "'; there are: "
                            + (names().isEmpty() ? "none" : String.join(", ", names())));
        }
        return file;
    }

    private List<String> names() throws Failure {
        return list().stream().map(each -> String.valueOf(each.get("file"))).toList();
    }

    List<Map<String, Object>> list() throws Failure {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(ENDING))
                    .sorted()
                    .map(Recordings::describe)
                    .toList();
        } catch (IOException e) {
            throw failure("the folder of recordings cannot be read", e);
        }
    }

    private static Map<String, Object> describe(Path file) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("file", file.getFileName().toString());
        try {
            entry.put("bytes", Files.size(file));
            entry.put("recorded", Files.getLastModifiedTime(file).toString());
        } catch (IOException e) {
            entry.put("error", e.getMessage());
        }
        return entry;
    }

    static Failure failure(String what, IOException e) {
        return new Failure(Failure.Actor.OPERATOR, "STORAGE", what + ": " + e.getMessage(), e);
    }
}
