package io.outrider.bench.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Copy of the installed program in a folder of its own, to which modules can be added. */
public final class Installation {
    private static final List<Class<?>> BRIDGE = List.of(BridgedObdFactory.class, BridgedBus.class, BusBridge.class);

    /** Shell script of {@link #withoutArchive(Path)} for the folder {@code $1}; it has no single quotes. */
    public static final String WITHOUT_ARCHIVE = """
            here=$1/bin/..
            . "$here/bin/outrider-environment"
            find_archive "$here/lib" || : > "$here/lib/outrider-$key.0.jsa"
            """;

    private final Path folder;

    /** @param folder of the copy, which must not exist */
    public Installation(Path folder) throws IOException {
        this.folder = folder;
        Path program = DaemonProcess.installed().getParent().getParent();
        try (Stream<Path> all = Files.walk(program)) {
            for (Path each : all.toList()) {
                Path to = folder.resolve(program.relativize(each).toString());
                // modification times change, which invalidates class archives
                if (!each.startsWith(program.resolve("modules"))
                        && !each.toString().endsWith(".jsa")) {
                    Files.copy(each, to);
                }
            }
        }
    }

    /** The start script {@code bin/outrider}. */
    public Path program() {
        return folder.resolve("bin/outrider");
    }

    /** Removes the libraries whose names begin so. */
    public Installation without(String... prefixes) throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("lib"))) {
            for (Path each : all.toList()) {
                if (Stream.of(prefixes).anyMatch(each.getFileName().toString()::startsWith)) {
                    Files.delete(each);
                }
            }
        }
        return this;
    }

    /**
     * Makes its daemons use the bus named by {@link BusServer#option} instead of a CAN interface. A class archive has to be
     * made before they start, or they use none: one that is made beside a daemon is made by a second one with the same Java
     * options, thus on the same bus.
     */
    public Installation onServedBus() throws IOException, InterruptedException {
        Path jar = folder.resolve("modules/served-bus.jar");
        if (!Files.exists(jar)) {
            writeServedBus(jar);
        }
        return withoutArchive();
    }

    /** Writes the module with which the daemons of a program use the bus named by {@link BusServer#option}. */
    static void writeServedBus(Path jar) throws IOException {
        ModuleJar.write(jar, BridgedObdFactory.class, BRIDGE);
    }

    /** Creates its class archive, as an installation does, for the modules that it has now. */
    public Installation archive() throws IOException, InterruptedException {
        try (Stream<Path> all = Files.list(folder.resolve("lib"))) {
            for (Path each :
                    all.filter(file -> file.toString().endsWith(".jsa")).toList()) {
                Files.delete(each);
            }
        }
        archive(program());
        return this;
    }

    /** Adds an empty class archive unless it has one: with that, the start script uses none and makes none. */
    public Installation withoutArchive() throws IOException, InterruptedException {
        withoutArchive(folder);
        return this;
    }

    /** The same for the program in this folder, with the modules that it has now. */
    public static void withoutArchive(Path folder) throws IOException, InterruptedException {
        run("sh", "-c", WITHOUT_ARCHIVE, "sh", folder.toRealPath().toString());
    }

    /** Place of the jar of a module that is added. */
    public Path module(String name) {
        return folder.resolve("modules/" + name + ".jar");
    }

    /** Creates the class archive of the program with this start script. */
    public static void archive(Path program) throws IOException, InterruptedException {
        run(program + "-archive");
    }

    private static void run(String... command) throws IOException, InterruptedException {
        int code = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (code != 0) {
            throw new IOException(command[0] + " ended with " + code);
        }
    }
}
