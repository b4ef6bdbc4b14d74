package io.outrider.docker.apply;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.RunJournalEntry;
import io.outrider.docker.release.ContainerSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Files of this package: their names, their permissions, their form as JSON, and the forcing of their folders. */
final class DurableFiles {
    /** Without registries, whose passwords are kept nowhere. */
    static final ObjectMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .withConfigOverride(
                    ContainerSpec.class,
                    spec -> spec.setIgnorals(JsonIgnoreProperties.Value.forIgnoredProperties("registry")))
            .registerSubtypes(RunJournalEntry.class.getPermittedSubclasses())
            .build();

    static final String DAMAGED = ".damaged";
    private static final int LARGEST = 8 << 20;
    private static final int LONGEST = 100;

    private DurableFiles() {}

    /** File of a project, whatever its name is. */
    static Path of(Path folder, String project, String suffix) {
        String name = URLEncoder.encode(project, StandardCharsets.UTF_8);
        if (name.length() > LONGEST) {
            name = name.substring(0, LONGEST) + "-" + HexFormat.of().toHexDigits(project.hashCode());
        }
        return folder.resolve(name + suffix);
    }

    /** Those of all projects, in the order of their names. */
    static List<Path> list(Path folder, String suffix) throws Failure {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of(); // nothing was written yet
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(folder, e instanceof IOException io ? io : ((UncheckedIOException) e).getCause());
        }
    }

    private interface Access<T> {
        T get() throws IOException;
    }

    /** Repeats an access that an interrupt has cut off, as interrupts close channels; the thread stays interrupted. */
    private static <T> T uninterrupted(Access<T> access) throws IOException {
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

    private static Path force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder)) {
            channel.force(true);
        }
        return folder;
    }

    /** Gives a file that is not understood another name. */
    static Path setAside(Path file) throws IOException {
        return Files.move(file, file.resolveSibling(file.getFileName() + DAMAGED), StandardCopyOption.REPLACE_EXISTING);
    }

    static byte[] read(Path file) throws IOException {
        return uninterrupted(() -> SmallFile.read(file, LARGEST));
    }

    /** Replaces the file by one line of JSON. */
    static void replace(Path file, Object value) throws Failure {
        Path folder = file.toAbsolutePath().getParent();
        try {
            byte[] line = (JSON.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
            uninterrupted(() -> {
                if (!Files.isDirectory(folder)) {
                    Files.createDirectories(
                            folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                    force(folder.getParent());
                }
                SmallFile.replace(file, line, PosixFilePermissions.fromString("rw-------"), true);
                return force(folder);
            });
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    static void delete(Path file) throws Failure {
        try {
            if (Files.deleteIfExists(file)) {
                uninterrupted(() -> force(file.toAbsolutePath().getParent()));
            }
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    static Failure unreadable(Path file, IOException e) {
        return new Failure(DockerErrors.RELEASE_DISK, file + " cannot be read: " + IoReason.of(e), e);
    }

    static Failure unwritable(Path file, IOException e) {
        return new Failure(DockerErrors.RELEASE_DISK, file + " cannot be written: " + IoReason.of(e), e);
    }
}
