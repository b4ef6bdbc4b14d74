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

/** File system access; tests replace it by one that fails or loses power. Any thread. */
@FunctionalInterface
public interface Disk {
    Disk SYSTEM = SegmentFile::open;

    /** Opens a file to append to; creates it with mode 0600 if it is missing. */
    SegmentFile open(Path path) throws IOException;

    default boolean exists(Path path) {
        return Files.exists(path);
    }

    default boolean isNotRegularFile(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path);
    }

    /** Creates a folder as {@link DurableDirectories#make} does. */
    default void make(Path folder) throws IOException {
        DurableDirectories.make(folder);
    }

    /** Regular files of a folder, with their lengths. */
    default Map<String, Long> list(Path folder) throws IOException {
        Map<String, Long> lengths = new HashMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (Files.isRegularFile(file)) {
                    lengths.put(file.getFileName().toString(), Files.size(file));
                }
            }
        }
        return lengths;
    }

    /**
     * Reads this many bytes from an offset, or up to the end of the file.
     *
     * @throws NoSuchFileException if the file certainly does not exist
     */
    default byte[] read(Path path, long offset, int maxBytes) throws IOException {
        try (RandomAccessFile reader = new RandomAccessFile(path.toFile(), "r")) {
            byte[] bytes = new byte[(int) Math.max(0, Math.min(maxBytes, reader.length() - offset))];
            reader.seek(offset);
            reader.readFully(bytes);
            return bytes;
        } catch (FileNotFoundException e) { // also thrown when too many files are open
            if (Files.notExists(path)) {
                throw new NoSuchFileException(path.toString());
            }
            throw e;
        }
    }

    default void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    /** Forces added and deleted entries of a folder. */
    default void force(Path folder) throws IOException {
        DurableDirectories.force(folder);
    }
}
