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

/** What is in a folder, made to last. A thread that is interrupted does it all the same, and stays interrupted. */
public final class DurableDirectories {
    private DurableDirectories() {}

    /** Makes the folder and those above it, for this user alone, and so that they are there after a power cut. */
    public static void make(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path above = folder.toAbsolutePath().getParent();
        if (above != null) {
            make(above);
        }
        try {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw new FileSystemException(folder.toString(), null, insteadOf(folder));
            }
        } catch (NoSuchFileException e) { // such as /proc
            throw new FileSystemException(folder.toString(), null, "no folder can be made in " + above);
        }
        if (above != null) {
            force(above);
        }
    }

    private static String insteadOf(Path folder) throws IOException {
        if (Files.isSymbolicLink(folder)) {
            return folder + " is a symbolic link to " + Files.readSymbolicLink(folder) + ", where no folder is";
        }
        return folder + " is a file, and a folder is needed there";
    }

    /** Makes additions, deletions and renamings last. */
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
