package io.outrider.bench.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {
    @TempDir
    private Path folder;

    @Test
    void copyIsTheInstalledProgramWithOneMoreModule() throws Exception {
        Installation copy = new Installation(folder.resolve("outrider")).onServedBus();
        assertThat(copy.program()).isExecutable();
        assertThat(Files.readString(copy.program())).isEqualTo(Files.readString(DaemonProcess.installed()));
        try (ZipFile jar =
                new ZipFile(folder.resolve("outrider/modules/served-bus.jar").toFile())) {
            assertThat(jar.stream().map(Object::toString))
                    .contains("META-INF/services/io.outrider.api.ModuleFactory")
                    .hasSize(4);
        }
        assertThat(DaemonProcess.installed().resolveSibling("../modules/served-bus.jar"))
                .as("the program itself stays as it is")
                .doesNotExist();
    }

    @Test
    void librariesCanBeTakenOutOfTheCopy() throws Exception {
        Installation copy = new Installation(folder.resolve("outrider")).without("outrider-docker", "docker-java");
        assertThat(copy.program().resolveSibling("../lib"))
                .isDirectoryNotContaining("glob:**/*docker*.jar")
                .isDirectoryContaining("glob:**/outrider-agent*.jar");
        assertThat(DaemonProcess.installed().resolveSibling("../lib"))
                .isDirectoryContaining("glob:**/outrider-docker*.jar");
    }
}
