package io.outrider.agent.runtime.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Where files are; tests put one that fails, or loses power, in its place. Any thread. */
@FunctionalInterface
public interface Disk {
    /** That of the operating system. */
    Disk SYSTEM = SegmentFile::open;

    /** A file to append to; made, for this user alone, if it is not there. */
    SegmentFile open(Path path) throws IOException;

    default boolean exists(Path path) {
        return Files.exists(path);
    }

    /** Whether something else than a file has this name. */
    default boolean isTaken(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path);
    }

    /** Makes a folder as {@link DurableDirectories#make} does. */
    default void make(Path folder) throws IOException {
        DurableDirectories.make(folder);
    }

    /** The names of the files in a folder, with their lengths. */
    default Map<String, Long> list(Path folder) throws IOException {
        Map<String, Long> found = new HashMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (Files.isRegularFile(file)) {
                    found.put(file.getFileName().toString(), Files.size(file));
                }
            }
        }
        return found;
    }

    /**
     * This many bytes of a file from there on, or those up to its end.
     *
     * @throws NoSuchFileException if it is certain that there is no such file
     */
    default byte[] read(Path path, long offset, int most) throws IOException {
        try (RandomAccessFile reader = new RandomAccessFile(path.toFile(), "r")) {
            byte[] bytes = new byte[(int) Math.max(0, Math.min(most, reader.length() - offset))];
            reader.seek(offset);
            reader.readFully(bytes);
            return bytes;
        } catch (FileNotFoundException e) { // it says so too if there are too many open files
            if (Files.notExists(path)) {
                throw new NoSuchFileException(path.toString());
            }
            throw e;
        }
    }

    default void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    /** Makes additions to a folder and deletions in it last. */
    default void force(Path folder) throws IOException {
        DurableDirectories.force(folder);
    }
}
