package io.outrider.agent.runtime.settings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Problem of a table, such as a section or one of its entries.
 *
 * @param path path of the key within the table, such as {@code list[2].every}; empty for the table itself
 * @param sentence what is wrong, without the path
 * @param named whether the sentence names the path's last key itself
 * @param others further keys of the table that the sentence depends on
 */
public record SettingProblem(String path, String sentence, boolean named, Set<String> others) {
    public SettingProblem(String path, String sentence) {
        this(path, sentence, false, Set.of());
    }

    SettingProblem at(String other) {
        return new SettingProblem(other, sentence, named, others);
    }

    /** The problem as seen from an enclosing table. */
    SettingProblem in(String outer) {
        return at(join(outer, path));
    }

    static String join(String outer, String inner) {
        return outer.isEmpty() || inner.isEmpty() || inner.startsWith("[") ? outer + inner : outer + "." + inner;
    }

    /** Problems of names that occur more than once in a list of tables. */
    public static List<SettingProblem> ofDuplicates(String list, List<String> names) {
        Map<String, Integer> first = new HashMap<>();
        List<SettingProblem> problems = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Integer other = first.putIfAbsent(names.get(i), i);
            if (other != null) {
                problems.add(ofDuplicate(list + "[" + i + "].name", names.get(i), other));
            }
        }
        return problems;
    }

    /** @param other index of the first entry of that name */
    public static SettingProblem ofDuplicate(String path, String name, int other) {
        return new SettingProblem(
                path, "'" + name + "' is the name of entry " + (other + 1) + " too; give one of them another name");
    }

    /**
     * Line with file, line and section.
     *
     * @param entries those of the section
     * @param entry that of the path's first key; null if it is absent, which is said of the section's first file
     */
    String line(String section, Map<String, SettingEntry> entries, SettingEntry entry, boolean tables) {
        SettingSource source = entry != null ? entry.source() : SettingSource.ofSection(entries);
        String words = named ? sentence : toString();
        return source.at(section + "." + path)
                + "[" + section + "] "
                + (entry != null && tables ? ListEntryPath.inWords(section, entry.value(), this) : words);
    }

    @Override
    public String toString() {
        return path.isEmpty() ? sentence : path + ": " + sentence;
    }
}
