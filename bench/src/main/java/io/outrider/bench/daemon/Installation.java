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
import java.util.stream.Stream;

/** Copy of the installed program in a folder of its own, to which modules can be added. */
public final class Installation {
    private static final List<Class<?>> BRIDGE = List.of(BridgedObdFactory.class, BridgedBus.class, BusBridge.class);

    private final Path folder;

    /** @param folder becomes the program's; it must not be there yet */
    public Installation(Path folder) throws IOException {
        this.folder = folder;
        Path program = DaemonProcess.installed().getParent().getParent();
        try (Stream<Path> all = Files.walk(program)) {
            for (Path each : all.toList()) {
                Path to = folder.resolve(program.relativize(each).toString());
                if (!each.startsWith(program.resolve("modules"))) {
                    Files.copy(each, to); // keeps no times, so an archive of classes would not count
                }
            }
        }
        Files.deleteIfExists(folder.resolve("lib/outrider.jsa"));
    }

    /** {@code bin/outrider} of it. */
    public Path program() {
        return folder.resolve("bin/outrider");
    }

    /** Has its daemons join the bus that a {@link BusServer#option} names, instead of a CAN interface. */
    public Installation onServedBus() throws IOException {
        Path jar = Files.createDirectories(folder.resolve("modules")).resolve("served-bus.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("META-INF/services/" + ModuleFactory.class.getName()));
            out.write(BridgedObdFactory.class.getName().getBytes(StandardCharsets.UTF_8));
            for (Class<?> each : BRIDGE) {
                String file = each.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(file));
                try (InputStream bytes = each.getClassLoader().getResourceAsStream(file)) {
                    bytes.transferTo(out);
                }
            }
        }
        return this;
    }

    /** Makes its archive of classes, as an installation does. */
    public Installation archive() throws IOException, InterruptedException {
        int code =
                new ProcessBuilder(program() + "-archive").inheritIO().start().waitFor();
        if (code != 0) {
            throw new IOException("outrider-archive ended with " + code);
        }
        return this;
    }
}
