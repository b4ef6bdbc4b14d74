package io.outrider.agent.runtime.storage;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
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
 * Lock of the data folder against a second daemon, which would run the same jobs, write the same journal and take over
 * the link. The kernel releases it when the process ends.
 */
public record DataLock(FileChannel channel) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataLock.class);

    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** @throws Failure if the folder cannot be written, or another process holds the lock */
    public static DataLock of(Path data) throws Failure {
        Path file = data.resolve("lock");
        createFolder(data);
        try {
            FileChannel channel = open(file);
            if (tryLock(channel)) {
                return new DataLock(channel);
            }
            channel.close();
        } catch (IOException e) {
            throw diskFailure(file + " cannot be written", data, e);
        }
        throw new Failure(
                AgentErrors.RUNS_ALREADY,
                "another outrider daemon works on " + data + ": systemctl status outrider; end it, or give this one a"
                        + " folder of its own in STATE_DIRECTORY" + RunningDaemons.others());
    }

    /** Mode 0750: members of the group pass it to reach the token. */
    private static void createFolder(Path data) throws Failure {
        try {
            if (!Files.isDirectory(data)) {
                boolean isNew = Files.notExists(data, LinkOption.NOFOLLOW_LINKS);
                DurableDirectories.make(data);
                if (isNew) {
                    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-x---"));
                }
            }
        } catch (IOException e) {
            throw diskFailure("the data folder " + data + " cannot be made", data, e);
        }
    }

    private static Failure diskFailure(String what, Path data, IOException e) {
        return new Failure(
                AgentErrors.AGENT_DISK,
                what + " (" + IoReason.of(e) + "); give " + data + " to the user of the daemon, "
                        + System.getProperty("user.name")
                        + ", look whether the disk is mounted and not full, or set STATE_DIRECTORY to another folder",
                e);
    }

    /** Opens the lock file, read-only on a read-only disk, where the unit has to stay reachable. */
    private static FileChannel open(Path file) throws IOException {
        SmallFile.check(file);
        try {
            FileChannel opened = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    OWNER_ONLY);
            if (Files.getPosixFilePermissions(file).size() > 2) { // created by an older version
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
            return opened;
        } catch (IOException e) {
            if (!Files.isReadable(file) || !Files.getFileStore(file).isReadOnly()) {
                throw e;
            }
            LOG.error("data folder {} is on a read-only disk; no data survives a restart", file.getParent());
            return FileChannel.open(file, StandardOpenOption.READ);
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (NonWritableChannelException e) {
            return channel.tryLock(0, Long.MAX_VALUE, true) != null;
        } catch (OverlappingFileLockException e) {
            return false; // held by this process
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
