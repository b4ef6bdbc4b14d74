package io.outrider.docker.apply;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import io.outrider.docker.errors.DockerErrors;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Set;

/** Files of this package: their names, their permissions, their form as JSON, and the forcing of their folders. */
final class DurableFiles {
    static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");
    private static final int LARGEST = 8 << 20;
    private static final int LONGEST = 100;

    private DurableFiles() {}

    static ObjectMapper json() {
        return JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
    }

    /** File of a project, whatever its name is. */
    static Path of(Path folder, String project, String suffix) {
        String name = URLEncoder.encode(project, StandardCharsets.UTF_8);
        if (name.length() > LONGEST) {
            name = name.substring(0, LONGEST) + "-" + HexFormat.of().toHexDigits(project.hashCode());
        }
        return folder.resolve(name + suffix);
    }

    static void createFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            force(folder.toAbsolutePath().getParent());
        }
    }

    static void force(Path folder) throws IOException {
        uninterrupted(() -> {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
            return null;
        });
    }

    interface Access<T> {
        T get() throws IOException;
    }

    /** Repeats an access that an interrupt has cut off, as interrupts close channels; the thread stays interrupted. */
    static <T> T uninterrupted(Access<T> access) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return access.get();
                } catch (ClosedByInterruptException e) {
                    interrupted = Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static byte[] read(Path file) throws IOException {
        return uninterrupted(() -> SmallFile.read(file, LARGEST));
    }

    static void replace(Path file, byte[] bytes) throws IOException {
        createFolder(file.getParent());
        uninterrupted(() -> {
            SmallFile.replace(file, bytes, PRIVATE, true);
            return null;
        });
        force(file.getParent());
    }

    static void delete(Path file) throws IOException {
        if (Files.deleteIfExists(file)) {
            force(file.toAbsolutePath().getParent());
        }
    }

    static Failure unwritable(Path file, IOException e) {
        return new Failure(DockerErrors.RELEASE_DISK, file + " cannot be written: " + IoReason.of(e), e);
    }
}
