package io.outrider.agent.runtime.settings;

import java.util.List;
import java.util.Map;

/**
 * Section bound to its record, without the keys and entries that are wrong.
 *
 * @param sourceIndices for a list of tables, by its key: the index in the file of each entry in the record
 */
record BoundSection<S extends Record>(S record, Map<String, List<Integer>> sourceIndices) {
    /** The path in the file for one in the record, such as {@code list[2].every}. */
    static String sourcePath(String path, Map<String, List<Integer>> sourceIndices) {
        ListEntryPath entry = ListEntryPath.of(path);
        List<Integer> indices = sourceIndices.getOrDefault(entry.key(), List.of());
        return entry.index() < 0 || entry.index() >= indices.size()
                ? path
                : SettingProblem.join(entry.key() + "[" + indices.get(entry.index()) + "]", entry.inner());
    }
}
