package io.outrider.bench.daemon;

import io.outrider.api.ModuleFactory;
import io.outrider.testkit.ToyFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Installer of the toy module beside the program, like a user's own module. */
public final class Toys {
    private Toys() {}

    private static Path jar(Path program) {
        return program.resolveSibling("../modules/toys.jar").normalize();
    }

    /** @param program {@code bin/outrider} */
    public static void beside(Path program) throws IOException {
        Files.createDirectories(jar(program).getParent());
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(jar(program)))) {
            jar.putNextEntry(new JarEntry("META-INF/services/" + ModuleFactory.class.getName()));
            jar.write(ToyFactory.class.getName().getBytes(StandardCharsets.UTF_8));
            Path place = Path.of(ToyFactory.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            if (Files.isDirectory(place)) {
                copy(place, jar);
            } else {
                try (FileSystem inside = FileSystems.newFileSystem(place)) {
                    copy(inside.getPath("/"), jar);
                }
            }
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private static void copy(Path root, JarOutputStream jar) throws IOException {
        Path folder = root.resolve(ToyFactory.class.getPackageName().replace('.', '/'));
        List<Path> classes;
        try (Stream<Path> all = Files.list(folder)) {
            classes = all.filter(each -> each.getFileName().toString().startsWith("Toy"))
                    .toList();
        }
        for (Path each : classes) {
            jar.putNextEntry(
                    new JarEntry(ToyFactory.class.getPackageName().replace('.', '/') + "/" + each.getFileName()));
            try (InputStream bytes = Files.newInputStream(each)) {
                bytes.transferTo(jar);
            }
        }
    }

    public static void remove(Path program) throws IOException {
        Files.deleteIfExists(jar(program));
    }
}
