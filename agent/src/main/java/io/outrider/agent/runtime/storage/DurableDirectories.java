package io.outrider.agent.runtime.storage;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Directories created and forced to the disk. An interrupt neither stops the operation nor is lost. */
public final class DurableDirectories {
    private DurableDirectories() {}

    /** Creates a folder and its parents with mode 0700, and forces them. */
    public static void make(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
            make(parent);
        }
        try {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw new FileSystemException(folder.toString(), null, insteadOf(folder));
            }
        } catch (NoSuchFileException e) { // such as /proc
            throw new FileSystemException(folder.toString(), null, "no folder can be made in " + parent);
        }
        if (parent != null) {
            force(parent);
        }
    }

    private static String insteadOf(Path folder) throws IOException {
        if (Files.isSymbolicLink(folder)) {
            return folder + " is a symbolic link to " + Files.readSymbolicLink(folder) + ", where no folder is";
        }
        return folder + " is a file, and a folder is needed there";
    }

    /** Forces added, deleted and renamed entries. */
    public static void force(Path folder) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                    channel.force(true);
                    return;
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
