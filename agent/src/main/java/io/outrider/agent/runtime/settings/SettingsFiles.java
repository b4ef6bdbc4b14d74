package io.outrider.agent.runtime.settings;

import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The places settings are read from, a later one over an earlier: the main file, {@code conf.d/*.toml} beside it in the
 * order of their names, the command line.
 *
 * @param main absolute
 * @param required whether the main file has to be there
 */
public record SettingsFiles(Path main, boolean required, Settings commandLine) {
    /** Where the package puts it. */
    public static final Path DEFAULT = Path.of("/etc/outrider/outrider.toml");

    /** Much more than there is to set, and what the heap of a small unit holds as values. */
    private static final int LARGEST = 1 << 18;

    /** The usual places; the main file may be missing. */
    public static SettingsFiles usual(Settings commandLine) {
        return new SettingsFiles(DEFAULT, false, commandLine);
    }

    /** A file that somebody named, and so has to be there. */
    public static SettingsFiles named(Path main, Settings commandLine) {
        return new SettingsFiles(main.toAbsolutePath().normalize(), true, commandLine);
    }

    /** A file as it was read. */
    record Text(String file, String text) {
        // Each call of the command line compares two. Written out, for what a record has of its own takes method
        // handles to be
        // made first, which no archive of classes keeps.
        @Override
        public boolean equals(Object other) {
            return other instanceof Text that && file.equals(that.file) && text.equals(that.text);
        }

        @Override
        public int hashCode() {
            return 31 * file.hashCode() + text.hashCode();
        }
    }

    /**
     * Reads them all. What they say has still to be checked, by {@link SettingsSchema#validate}.
     *
     * @throws Failure with a line for each file that cannot be read or is not TOML
     */
    public Settings load() throws Failure {
        return parse(texts());
    }

    /** @throws Failure with a line for each file that cannot be read */
    List<Text> texts() throws Failure {
        List<String> problems = new ArrayList<>();
        List<Text> texts = readable(problems);
        if (!problems.isEmpty()) {
            throw SettingsProblems.failure(problems);
        }
        return texts;
    }

    /**
     * @param problems gets a line for each file that cannot be read
     * @throws Failure if it cannot be seen which files there are
     */
    List<Text> readable(List<String> problems) throws Failure {
        List<Text> texts = new ArrayList<>();
        for (Path file : files()) {
            try {
                texts.add(new Text(file.toString(), TextFile.read(file, LARGEST)));
            } catch (Failure e) {
                problems.add(e.getMessage());
            }
        }
        return texts;
    }

    /** @throws Failure with a line for each that is not TOML */
    Settings parse(List<Text> texts) throws Failure {
        TomlFile toml = new TomlFile();
        Settings all = Settings.none();
        List<String> problems = new ArrayList<>();
        for (Text each : texts) {
            try {
                all = all.with(toml.read(each.file(), each.text()));
            } catch (Failure e) {
                problems.add(e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw SettingsProblems.failure(problems);
        }
        return all.with(commandLine);
    }

    /** The files there are, in the order they are read. */
    public List<Path> files() throws Failure {
        List<Path> files = new ArrayList<>();
        if (required || Files.exists(main)) {
            files.add(main);
        }
        Path more = main.resolveSibling("conf.d");
        if (!Files.exists(more)) {
            return files;
        }
        if (!Files.isDirectory(more)) {
            throw SettingsProblems.failure(more + ": is no directory; settings files go into it", null);
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(more, "[!.]*.toml")) {
            List<Path> sorted = new ArrayList<>();
            found.forEach(sorted::add);
            sorted.sort(null);
            files.addAll(sorted);
        } catch (AccessDeniedException e) {
            throw SettingsProblems.failure(
                    more + ": may not be read by " + System.getProperty("user.name") + "; check its owner and mode", e);
        } catch (IOException e) {
            throw SettingsProblems.failure(more + ": cannot be read: " + IoReason.of(e), e);
        }
        return files;
    }
}
