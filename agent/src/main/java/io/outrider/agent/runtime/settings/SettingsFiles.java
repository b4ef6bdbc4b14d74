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
 * Sources of settings in ascending priority: the main file, {@code conf.d/*.toml} beside it by name, the command line.
 *
 * @param main absolute path
 * @param required whether a missing main file is an error
 */
public record SettingsFiles(Path main, boolean required, Settings commandLine) {
    public static final Path DEFAULT = Path.of("/etc/outrider/outrider.toml");

    /** Limit of a file in bytes, so that the parsed values fit a small heap. */
    private static final int MAX_BYTES = 1 << 18;

    /** @param main null for that of the installed package, which may be missing */
    public static SettingsFiles of(Path main, Settings commandLine) {
        return main == null ? new SettingsFiles(DEFAULT, false, commandLine) : named(main, commandLine);
    }

    /** Files beside an explicitly named main file, which must exist. */
    public static SettingsFiles named(Path main, Settings commandLine) {
        return new SettingsFiles(main.toAbsolutePath().normalize(), true, commandLine);
    }

    record FileText(String file, String text) {
        // Written out: a record's generated methods need method handles, which no class archive keeps and which slow
        // down each call of the command line.
        @Override
        public boolean equals(Object other) {
            return other instanceof FileText that && file.equals(that.file) && text.equals(that.text);
        }

        @Override
        public int hashCode() {
            return 31 * file.hashCode() + text.hashCode();
        }
    }

    /** @throws Failure with a line for each file that is unreadable or not TOML */
    public Settings load() throws Failure {
        return parse(texts());
    }

    /** @throws Failure with a line for each unreadable file */
    List<FileText> texts() throws Failure {
        List<String> problems = new ArrayList<>();
        List<FileText> texts = readable(problems);
        SettingsProblems.check(problems);
        return texts;
    }

    /** @throws Failure if the files cannot be listed; {@code problems} gets a line for each unreadable file */
    List<FileText> readable(List<String> problems) throws Failure {
        List<FileText> texts = new ArrayList<>();
        for (Path file : files()) {
            try {
                texts.add(new FileText(file.toString(), TextFile.read(file, MAX_BYTES)));
            } catch (Failure e) {
                problems.add(e.getMessage());
            }
        }
        return texts;
    }

    /** @throws Failure with a line for each file that is not TOML */
    Settings parse(List<FileText> texts) throws Failure {
        TomlFile toml = new TomlFile();
        Settings all = Settings.none();
        List<String> problems = new ArrayList<>();
        for (FileText each : texts) {
            try {
                all = all.with(toml.read(each.file(), each.text()));
            } catch (Failure e) {
                problems.add(e.getMessage());
            }
        }
        SettingsProblems.check(problems);
        return all.with(commandLine);
    }

    /** Existing files, in the order of reading. */
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
