package io.outrider.agent.runtime.settings;

import java.util.Map;

/**
 * Source of settings: a file or the command line.
 *
 * @param file empty for the command line
 * @param lines first line of each key by its dotted path, which begins with the section
 */
record SettingSource(String file, Map<String, Integer> lines) {
    static final SettingSource COMMAND_LINE = new SettingSource("", Map.of());

    SettingSource {
        lines = Map.copyOf(lines);
    }

    /** First file with a key of a section; the command line if none has. */
    static SettingSource ofSection(Map<String, SettingEntry> entries) {
        return entries.values().stream()
                .map(SettingEntry::source)
                .filter(SettingSource::isFile)
                .findFirst()
                .orElse(COMMAND_LINE);
    }

    boolean isFile() {
        return !file.isEmpty();
    }

    /** Prefix of a message about a key, with its line or the line of the enclosing table. */
    String at(String path) {
        if (!isFile()) {
            return "settings, ";
        }
        for (String known = path; !known.isEmpty(); known = around(known)) {
            Integer line = lines.get(known);
            if (line != null) {
                return file + ":" + line + ": ";
            }
        }
        return file + ": ";
    }

    private static String around(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf(path.endsWith("]") ? '[' : '.')));
    }
}
