package io.outrider.bench.daemon;

import io.outrider.api.ModuleFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Jar of a module for the folder {@code modules} of an installed program. */
public final class ModuleJar {
    private ModuleJar() {}

    /** @param classes all classes of the module; nested ones are added */
    public static void write(Path jar, Class<? extends ModuleFactory> factory, List<Class<?>> classes)
            throws IOException {
        Files.createDirectories(jar.getParent());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("META-INF/services/" + ModuleFactory.class.getName()));
            out.write(factory.getName().getBytes(StandardCharsets.UTF_8));
            for (Class<?> each : classes) {
                for (Class<?> member : each.getNestMembers()) {
                    String file = member.getName().replace('.', '/') + ".class";
                    out.putNextEntry(new JarEntry(file));
                    try (InputStream bytes = member.getClassLoader().getResourceAsStream(file)) {
                        bytes.transferTo(out);
                    }
                }
            }
        }
    }
}
