package io.outrider.bench.house;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;

/** A Maven module, and where its own compiled classes lie: never those of its tests. */
enum Room {
    API(io.outrider.api.Ticker.class),
    WIRE(io.outrider.wire.Command.class),
    CAN(io.outrider.can.CanBus.class),
    OBD(io.outrider.obd.ObdModule.class),
    STATE(io.outrider.state.StateFactory.class),
    UNIT(io.outrider.unit.Sysfs.class),
    AGENT(io.outrider.agent.Main.class),
    BENCH(io.outrider.bench.BenchAgent.class);

    private final Class<?> one;

    /** @param one of its classes, in its outermost package */
    Room(Class<?> one) {
        this.one = one;
    }

    String packageName() {
        return one.getPackageName();
    }

    /** Classes, or the jar that Maven has made of them by the time it runs these tests. */
    Path place() {
        try {
            return Path.of(
                    one.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static JavaClasses classes(Room... rooms) {
        return new ClassFileImporter()
                .importLocations(List.of(rooms).stream().map(Room::location).toList());
    }

    private Location location() {
        Path place = place();
        if (Files.isDirectory(place)) {
            return Location.of(place);
        }
        try (JarFile jar = new JarFile(place.toFile())) {
            return Location.of(jar);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
