package io.outrider.agent.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a log in their folder, named by their numbers. */
record Segments(Path folder) {
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{16}\\.log");

    Path path(long number) {
        return folder.resolve(String.format("%016x.log", number));
    }

    /** Those there are, with their lengths. Other files are left alone. */
    SortedMap<Long, Long> list() throws IOException {
        SortedMap<Long, Long> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString();
                if (NAME.matcher(name).matches() && name.charAt(0) < '8') {
                    found.put(Long.parseLong(name.substring(0, 16), 16), Files.size(file));
                }
            }
        }
        return found;
    }
}
