package io.outrider.agent.runtime.settings;

import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One section of the settings files, read even if others are invalid; of a file that is not TOML, the section's lines.
 *
 * @param mistake first problem found in the files; empty if none
 */
public record SingleSection(Settings settings, Optional<String> mistake) {

    /** Skips unreadable files. */
    public static SingleSection of(SettingsFiles files, String section) {
        TomlFile toml = new TomlFile();
        Settings all = Settings.none();
        List<String> mistakes = new ArrayList<>();
        for (SettingsFiles.FileText each : texts(files, mistakes)) {
            try {
                all = all.with(toml.read(each.file(), each.text()));
            } catch (Failure e) {
                mistakes.add(e.getMessage());
                all = all.with(salvaged(toml, each, section));
            }
        }
        return new SingleSection(all, mistakes.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", mistakes)));
    }

    private static List<SettingsFiles.FileText> texts(SettingsFiles files, List<String> mistakes) {
        try {
            return files.readable(mistakes);
        } catch (Failure e) {
            mistakes.add(e.getMessage());
            return List.of();
        }
    }

    private static Settings salvaged(TomlFile toml, SettingsFiles.FileText from, String section) {
        try {
            return toml.read(from.file(), lines(from.text(), section));
        } catch (Failure e) {
            return Settings.none();
        }
    }

    private static String lines(String text, String section) {
        StringBuilder lines = new StringBuilder();
        boolean inside = false;
        for (String line : text.lines().toList()) {
            String stripped = line.strip();
            if (stripped.startsWith("[")) {
                inside = stripped.replaceAll("\\s", "").startsWith("[" + section + "]");
            }
            lines.append(inside ? line : "").append('\n'); // keeps the line numbers of messages
        }
        return lines.toString();
    }
}
