package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.outrider.bench.daemon.DaemonProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The libraries of the installed program of which parts are left out. */
@Tag("slow")
class ReducedLibrariesTest {
    private static final String PREFIX = "com.github.dockerjava.zerodep.";

    private static Path transport() throws IOException {
        try (Stream<Path> jars = Files.list(DaemonProcess.installed().resolveSibling("../lib"))) {
            return jars.filter(each -> each.getFileName().toString().startsWith("docker-java-transport-zerodep"))
                    .findAny()
                    .orElseThrow();
        }
    }

    @Test
    void theTransportHasAllThatItsClientCanReach() throws Exception {
        JavaClasses installed;
        try (JarFile jar = new JarFile(transport().toFile())) {
            installed = new ClassFileImporter().importJar(jar);
        }
        assertThat(installed.get(ZerodepDockerHttpClient.class).getTransitiveDependenciesFromSelf())
                .extracting(Dependency::getTargetClass)
                .extracting(each -> each.getBaseComponentType().getName())
                .filteredOn(each -> each.startsWith(PREFIX))
                .hasSizeGreaterThan(400)
                .allMatch(installed::contain);
    }

    @Test
    void theTransportHasNoListOfDomainsAndNoClientThatNobodyUses() throws Exception {
        try (ZipFile jar = new ZipFile(transport().toFile())) {
            assertThat(jar.stream().map(Object::toString))
                    .contains("META-INF/LICENSE")
                    .noneMatch(each -> each.startsWith("org/publicsuffix") || each.contains("/impl/async/"))
                    .hasSizeLessThan(800);
        }
    }
}
