package io.outrider.bench;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.ModuleJar;
import io.outrider.testkit.ToyErrors;
import io.outrider.testkit.ToyModule;
import io.outrider.testkit.ToyModule.ToyFactory;
import io.outrider.testkit.ToyReadings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Installer of the toy module beside the installed program, like a user's own module. */
final class Toys {
    private Toys() {}

    private static Path folder() {
        return DaemonProcess.installed().resolveSibling("..").normalize();
    }

    private static Path jar() {
        return folder().resolve("modules/toys.jar");
    }

    /** Installs it; no archive of classes is made for it beside the program, which takes 80 s in the virtual machine. */
    static void install() throws IOException, InterruptedException {
        ModuleJar.write(jar(), ToyFactory.class, List.of(ToyModule.class, ToyReadings.class, ToyErrors.class));
        Installation.withoutArchive(folder());
    }

    static void remove() throws IOException {
        Files.deleteIfExists(jar());
    }
}
