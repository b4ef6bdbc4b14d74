package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.daemon.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flags of the start script by the version of Java, with a program in the place of Java that prints its arguments. */
class JavaVersionFlagsTest {
    private static final String JAVA = """
            #!/bin/sh
            for word in "$@"; do
                case $word in -XX:AOTCacheOutput=* | -XX:ArchiveClassesAtExit=*) echo archive > "${word#*=}" ;; esac
                echo "$word"
            done
            """;

    @TempDir
    private Path folder;

    private Path program;
    private Path home;

    @BeforeEach
    void install() throws IOException {
        program = new Installation(folder.resolve("program")).program();
        home = folder.resolve("java");
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("bin/java"), JAVA);
        Files.setPosixFilePermissions(home.resolve("bin/java"), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<String> run(String script) throws Exception {
        Path out = folder.resolve("out");
        ProcessBuilder builder = new ProcessBuilder(script, "--version")
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().put("JAVA_HOME", home.toString());
        Process process = builder.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return Files.readAllLines(out);
    }

    /** Arguments of a start, after an archive has been made. */
    private List<String> started() throws Exception {
        assertThat(run(program + "-archive")).isEmpty();
        return run(program.toString());
    }

    private void version(String version) throws IOException {
        Files.writeString(
                home.resolve("release"),
                "IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"" + version + "\"\nJAVA_VERSION_DATE=\"2026-10-20\"\n");
    }

    @Test
    void fromJavaTwentyFiveOnAnAheadOfTimeCacheAndCompactHeadersAreUsed() throws Exception {
        for (String version : List.of("25", "25.0.5", "26-ea")) {
            version(version);
            assertThat(started())
                    .contains("-XX:+UseCompactObjectHeaders")
                    .doesNotContain("-Xshare:auto") // with which Java 25 makes no cache
                    .noneMatch(word -> word.startsWith("-XX:SharedArchiveFile="))
                    .anyMatch(word -> word.matches("-XX:AOTCache=.*/lib/outrider-\\d+\\.8\\.jsa"));
        }
    }

    @Test
    void beforeJavaTwentyFiveAnArchiveOfClassesIsUsed() throws Exception {
        for (String version : List.of("17.0.15", "21.0.13", "24")) {
            version(version);
            assertThat(started())
                    .contains("-Xshare:auto")
                    .doesNotContain("-XX:+UseCompactObjectHeaders")
                    .noneMatch(word -> word.startsWith("-XX:AOTCache"))
                    .anyMatch(word -> word.matches("-XX:SharedArchiveFile=.*/lib/outrider-\\d+\\.8\\.jsa"));
        }
    }

    @Test
    void aJavaThatDoesNotSayItsVersionIsTakenForAnOldOne() throws Exception {
        assertThat(started()).contains("-Xshare:auto").noneMatch(word -> word.contains("No such file"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"somebody\"\n");
        assertThat(started()).contains("-Xshare:auto");
    }
}
