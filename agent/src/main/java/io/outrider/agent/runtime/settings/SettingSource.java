package io.outrider.agent.runtime.settings;

import java.util.Map;

/**
 * Where settings were written.
 *
 * @param file empty for those of the command line
 * @param lines the first line of each key, by its dotted path beginning with the section
 */
record SettingSource(String file, Map<String, Integer> lines) {
    static final SettingSource COMMAND_LINE = new SettingSource("", Map.of());

    SettingSource {
        lines = Map.copyOf(lines);
    }

    boolean isFile() {
        return !file.isEmpty();
    }

    /** The beginning of a sentence about a key. What has no line of its own has that of what it is in. */
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

    /** The path of what a path's end is in. */
    private static String around(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf(path.endsWith("]") ? '[' : '.')));
    }
}
