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
    void daemonsOnServedBusMakeNoClassArchiveBesideThem() throws Exception {
        Installation copy = new Installation(folder.resolve("outrider")).onServedBus();
        assertThat(folder.resolve("outrider/lib")).isDirectoryContaining("glob:**/outrider-*.0.jsa");
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder("sh", "-x", copy.program().toString(), "--version")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor()).isZero();
        assertThat(log).content().contains("outrider-environment").doesNotContain("--beside");
    }

    @Test
    void classArchiveReplacesTheEmptyOne() throws Exception {
        Installation copy = new Installation(folder.resolve("outrider"))
                .onServedBus()
                .archive()
                .onServedBus();
        assertThat(copy.program().resolveSibling("../lib"))
                .isDirectoryContaining("glob:**/outrider-*.jsa")
                .isDirectoryNotContaining("glob:**/outrider-*.0.jsa");
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
