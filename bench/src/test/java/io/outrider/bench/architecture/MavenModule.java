package io.outrider.bench.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.jar.JarFile;

/** Maven module with the location of its compiled main classes. */
enum MavenModule {
    API(io.outrider.api.Ticker.class),
    WIRE(io.outrider.wire.Command.class),
    CAN(io.outrider.can.CanBus.class),
    OBD(io.outrider.obd.ObdModule.class),
    STATE(io.outrider.state.StateFactory.class),
    UNIT(io.outrider.unit.Sysfs.class),
    POWER("io.outrider.power.PowerFactory"),
    DOCKER("io.outrider.docker.DockerFactory"),
    AGENT(io.outrider.agent.Main.class),
    BENCH(io.outrider.bench.BenchAgent.class);

    private final Class<?> member;

    /** @param member class in the module's outermost package */
    MavenModule(Class<?> member) {
        this.member = member;
    }

    /** @param member of a module that the bench does not compile against */
    MavenModule(String member) {
        this(named(member));
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName(name, false, MavenModule.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(name + " is not on the class path", e);
        }
    }

    String packageName() {
        return member.getPackageName();
    }

    /** Folder of classes, or the module's jar in a Maven build. */
    Path location() {
        try {
            return Path.of(
                    member.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Modules that run on the vehicle. */
    static MavenModule[] ofVehicle() {
        return EnumSet.complementOf(EnumSet.of(BENCH)).toArray(MavenModule[]::new);
    }

    static JavaClasses classes(MavenModule... modules) {
        return new ClassFileImporter()
                .importLocations(List.of(modules).stream()
                        .map(MavenModule::archUnitLocation)
                        .toList());
    }

    private Location archUnitLocation() {
        Path path = location();
        if (Files.isDirectory(path)) {
            return Location.of(path);
        }
        try (JarFile jar = new JarFile(path.toFile())) {
            return Location.of(jar);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
