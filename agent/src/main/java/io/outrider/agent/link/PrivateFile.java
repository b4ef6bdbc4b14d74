package io.outrider.agent.link;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Files that hold a secret: used only while no other user can read or change them. */
final class PrivateFile {
    private PrivateFile() {}

    /**
     * The file's text.
     *
     * @param setting the key in {@code [link]} that names the file
     */
    static String read(String setting, String file) throws LinkFailure {
        Path path = Path.of(file);
        try {
            if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
                Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
                if (permissions.contains(PosixFilePermission.OTHERS_READ)
                        || permissions.contains(PosixFilePermission.OTHERS_WRITE)
                        || permissions.contains(PosixFilePermission.GROUP_WRITE)) {
                    throw new LinkFailure("[link] " + setting + ": " + file
                            + " holds a secret that others can read or change: chmod 600 " + file);
                }
            }
            return Files.readString(path);
        } catch (NoSuchFileException e) {
            throw new LinkFailure("[link] " + setting + ": there is no file " + file, e);
        } catch (IOException e) {
            throw new LinkFailure(
                    "[link] " + setting + ": cannot read " + file + " as text; check its owner and mode", e);
        }
    }
}
