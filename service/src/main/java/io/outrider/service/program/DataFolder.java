package io.outrider.service.program;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Folder of the service's files, locked while the service runs. */
record DataFolder(FileChannel lock) implements AutoCloseable {
    /** Makes the folder, for the user of the service alone, if it is not there. */
    static void create(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    /** Makes a file if it is not there, and leaves it to its user alone, as the folder may be open to others. */
    static Path ownFile(Path file) throws IOException {
        file.toFile().createNewFile(); // no failure if another process has made it
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** @throws InvalidServiceSettingsException if another service runs in the folder */
    static DataFolder locked(Path folder) throws IOException {
        create(folder);
        FileChannel channel = FileChannel.open(ownFile(folder.resolve("lock")), StandardOpenOption.WRITE);
        if (!isLocked(channel)) {
            channel.close();
            throw new InvalidServiceSettingsException("another service runs with the data folder " + folder);
        }
        return new DataFolder(channel);
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) { // by this process
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
