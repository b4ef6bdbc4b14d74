package io.outrider.agent.runtime.storage;

import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;

/** File replaced as a whole: after a crash it holds the old or the new content. */
public final class AtomicFile {
    private AtomicFile() {}

    /** True if the file can be read and has this content: writing it again would only wear out the flash. */
    public static boolean holds(Path path, byte[] bytes) {
        try {
            return Arrays.equals(bytes, SmallFile.read(path, bytes.length));
        } catch (IOException e) {
            return false;
        }
    }

    /** Writes a file of mode 0600. Returns when it is on the disk; creates the folder if it is missing. */
    public static void write(Path path, byte[] bytes) throws IOException {
        write(path, bytes, PosixFilePermissions.fromString("rw-------"));
    }

    /** As {@link #write(Path, byte[])}, with these permissions from the first moment on. */
    public static void write(Path path, byte[] bytes, Set<PosixFilePermission> mode) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        DurableDirectories.make(folder);
        SmallFile.replace(path, bytes, mode, true);
        DurableDirectories.force(folder);
    }
}
