package io.outrider.agent.operator.cli;

import io.outrider.api.SmallFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Files written together: closing puts back what was there, unless they are to be kept. */
final class UndoableFiles implements Closeable {
    private static final Set<PosixFilePermission> OF_GROUP = PosixFilePermissions.fromString("rw-r-----");
    private static final Set<PosixFilePermission> OF_OWNER = PosixFilePermissions.fromString("rw-------");

    private final Map<Path, Former> before = new LinkedHashMap<>();

    /** File as it was; null for none. */
    private record Former(byte[] bytes, PosixFileAttributes attributes) {}

    /**
     * Writes the whole file. One that is there keeps its mode, owner and group; a new one is for root and the daemon's group, for its
     * owner alone where this user may not give it to them.
     */
    void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Former former = Files.exists(file)
                ? new Former(SmallFile.read(file), Files.readAttributes(file, PosixFileAttributes.class))
                : null;
        before.put(file, former);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (former != null) {
            replace(file, bytes, former.attributes());
            return;
        }
        SmallFile.replace(file, bytes, OF_OWNER, true);
        try {
            view(file)
                    .setGroup(file.getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByGroupName("outrider"));
            Files.setPosixFilePermissions(file, OF_GROUP);
        } catch (IOException e) {
            // no such group, or not this user's: the daemon runs as this user
        }
    }

    /** The files stay. */
    void keep() {
        before.clear();
    }

    @Override
    public void close() throws IOException {
        for (Map.Entry<Path, Former> each : before.entrySet()) {
            if (each.getValue() == null) {
                Files.deleteIfExists(each.getKey());
            } else {
                replace(each.getKey(), each.getValue().bytes(), each.getValue().attributes());
            }
        }
    }

    private static void replace(Path file, byte[] bytes, PosixFileAttributes attributes) throws IOException {
        SmallFile.replace(file, bytes, OF_OWNER, true);
        PosixFileAttributes now = Files.readAttributes(file, PosixFileAttributes.class);
        if (!now.group().equals(attributes.group())) {
            view(file).setGroup(attributes.group());
        }
        if (!now.owner().equals(attributes.owner())) {
            view(file).setOwner(attributes.owner());
        }
        Files.setPosixFilePermissions(file, attributes.permissions());
    }

    private static PosixFileAttributeView view(Path file) {
        return Files.getFileAttributeView(file, PosixFileAttributeView.class);
    }
}
