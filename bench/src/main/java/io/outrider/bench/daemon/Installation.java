package io.outrider.bench.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Copy of the installed program in a folder of its own, to which modules can be added. */
public final class Installation {
    private static final List<Class<?>> BRIDGE = List.of(BridgedObdFactory.class, BridgedBus.class, BusBridge.class);

    private final Path folder;

    /** @param folder of the copy, which must not exist */
    public Installation(Path folder) throws IOException {
        this.folder = folder;
        Path program = DaemonProcess.installed().getParent().getParent();
        try (Stream<Path> all = Files.walk(program)) {
            for (Path each : all.toList()) {
                Path to = folder.resolve(program.relativize(each).toString());
                if (!each.startsWith(program.resolve("modules"))) {
                    Files.copy(each, to); // modification times change, which invalidates class archives
                }
            }
        }
        Files.deleteIfExists(folder.resolve("lib/outrider.jsa"));
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

    /** Makes its daemons use the bus named by {@link BusServer#option} instead of a CAN interface. */
    public Installation onServedBus() throws IOException {
        writeServedBus(folder.resolve("modules/served-bus.jar"));
        return this;
    }

    /** Writes the module with which the daemons of a program use the bus named by {@link BusServer#option}. */
    static void writeServedBus(Path jar) throws IOException {
        ModuleJar.write(jar, BridgedObdFactory.class, BRIDGE);
    }

    /** Creates its class archive, as an installation does. */
    public Installation archive() throws IOException, InterruptedException {
        archive(program());
        return this;
    }

    /** Replaces its class archive by an empty one, with which the start script uses none and makes none. */
    public Installation emptyArchive() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("lib"))) {
            for (Path each :
                    all.filter(file -> file.toString().endsWith(".jsa")).toList()) {
                Files.delete(each);
                Files.createFile(
                        each.resolveSibling(each.getFileName().toString().split("\\.")[0] + ".0.jsa"));
            }
        }
        return this;
    }

    /** Place of the jar of a module that is added. */
    public Path module(String name) {
        return folder.resolve("modules/" + name + ".jar");
    }

    /** Creates the class archive of the program with this start script. */
    public static void archive(Path program) throws IOException, InterruptedException {
        int code = new ProcessBuilder(program + "-archive").inheritIO().start().waitFor();
        if (code != 0) {
            throw new IOException("outrider-archive ended with " + code);
        }
    }
}
