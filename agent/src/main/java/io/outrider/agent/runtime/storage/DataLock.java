package io.outrider.agent.runtime.storage;

import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a second daemon off the data: two would run the same jobs, write into one journal and take the link from each
 * other. The kernel lets go of it whatever ends the process.
 */
public record DataLock(FileChannel channel) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataLock.class);

    private static final FileAttribute<?> OWN =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** @throws Failure if the folder cannot be written, or somebody has it */
    public static DataLock of(Path data) throws Failure {
        Path file = data.resolve("lock");
        make(data);
        try {
            FileChannel channel = open(file);
            if (isFree(channel)) {
                return new DataLock(channel);
            }
            channel.close();
        } catch (IOException e) {
            throw unusable(file + " cannot be written", data, e);
        }
        throw new Failure(
                Failure.Actor.OPERATOR,
                "RUNS_ALREADY",
                "another outrider daemon works on " + data + ": systemctl status outrider; end it, or give this one a"
                        + " folder of its own in STATE_DIRECTORY");
    }

    /** Not for everybody; the group passes it on its way to the token, where there is no other folder for that. */
    private static void make(Path data) throws Failure {
        try {
            if (!Files.isDirectory(data)) {
                boolean isNew = Files.notExists(data, LinkOption.NOFOLLOW_LINKS);
                DurableDirectories.make(data);
                if (isNew) {
                    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-x---"));
                }
            }
        } catch (IOException e) {
            throw unusable("the data folder " + data + " cannot be made", data, e);
        }
    }

    private static Failure unusable(String what, Path data, IOException e) {
        return new Failure(
                Failure.Actor.OPERATOR,
                "AGENT_DISK",
                what + " (" + IoReason.of(e) + "); give " + data + " to the user of the daemon, "
                        + System.getProperty("user.name")
                        + ", look whether the disk is mounted and not full, or set STATE_DIRECTORY to another folder",
                e);
    }

    /** A disk that has turned read-only must not keep the unit from being reached. */
    private static FileChannel open(Path file) throws IOException {
        SmallFile.check(file);
        try {
            FileChannel opened = FileChannel.open(
                    file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS), OWN);
            if (Files.getPosixFilePermissions(file).size() > 2) { // as an older program has left it
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
            return opened;
        } catch (IOException e) {
            if (!Files.isReadable(file) || !Files.getFileStore(file).isReadOnly()) {
                throw e;
            }
            LOG.error(
                    "the data folder {} is on a disk that is read-only now; nothing outlives a restart",
                    file.getParent());
            return FileChannel.open(file, StandardOpenOption.READ);
        }
    }

    private static boolean isFree(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (NonWritableChannelException e) {
            return channel.tryLock(0, Long.MAX_VALUE, true) != null;
        } catch (OverlappingFileLockException e) {
            return false; // this process has it
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
