package io.outrider.agent.operator.cli;

import io.outrider.api.SmallFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;

/** Files written together: closing puts back what was there, unless they are to be kept. */
final class UndoableFiles implements Closeable {
    private final Map<Path, byte[]> before = new LinkedHashMap<>(); // null for none

    /** Writes the whole file, for root and the daemon's group; for its owner alone where this user may not give it to them. */
    void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        before.put(file, Files.exists(file) ? SmallFile.read(file) : null);
        put(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The files stay. */
    void keep() {
        before.clear();
    }

    @Override
    public void close() throws IOException {
        for (Map.Entry<Path, byte[]> each : before.entrySet()) {
            if (each.getValue() == null) {
                Files.deleteIfExists(each.getKey());
            } else {
                put(each.getKey(), each.getValue());
            }
        }
    }

    private static void put(Path file, byte[] bytes) throws IOException {
        SmallFile.replace(file, bytes, PosixFilePermissions.fromString("rw-------"), true);
        try {
            GroupPrincipal group =
                    file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName("outrider");
            Files.getFileAttributeView(file, PosixFileAttributeView.class).setGroup(group);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        } catch (IOException e) {
            // no such group, or not this user's: the daemon runs as this user
        }
    }
}
