package io.outrider.agent.settings;

import java.util.Map;

/**
 * Where settings were written.
 *
 * @param file empty for those of the command line
 * @param lines the first line of each key, by its dotted path beginning with the section
 */
record Source(String file, Map<String, Integer> lines) {
    static final Source COMMAND_LINE = new Source("", Map.of());

    Source {
        lines = Map.copyOf(lines);
    }

    boolean isFile() {
        return !file.isEmpty();
    }

    /** The beginning of a sentence about a key. What is inside a list has no line of its own: that of the list counts. */
    String at(String path) {
        if (!isFile()) {
            return "settings, ";
        }
        for (String known = path; !known.isEmpty(); known = known.substring(0, Math.max(0, known.lastIndexOf('.')))) {
            Integer line = lines.get(known);
            if (line != null) {
                return file + ":" + line + ": ";
            }
        }
        return file + ": ";
    }
}
