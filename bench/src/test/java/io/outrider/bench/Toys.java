package io.outrider.bench;

import io.outrider.bench.daemon.DaemonProcess;
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

    private static Path jar() {
        return DaemonProcess.installed().resolveSibling("../modules/toys.jar").normalize();
    }

    static void install() throws IOException {
        ModuleJar.write(jar(), ToyFactory.class, List.of(ToyModule.class, ToyReadings.class, ToyErrors.class));
    }

    static void remove() throws IOException {
        Files.deleteIfExists(jar());
    }
}
