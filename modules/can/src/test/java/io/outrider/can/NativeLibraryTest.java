package io.outrider.can;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.testkit.Programs;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the library's search order, each in its own JVM. */
class NativeLibraryTest {
    private static final String RESOURCE = "native/libjavacan-core.so";

    @TempDir
    Path folder;

    /** Main class that sends one frame on vcan0 or prints the failure. */
    static final class Probe {
        public static void main(String[] args) throws InterruptedException {
            try (SocketCanBus bus = new SocketCanBus("vcan0", Ticker.system())) {
                bus.open(List.of()).send(CanFrame.of(CanId.base(0x123)));
                System.out.println("sent");
            } catch (BusException e) {
                System.out.println(e.code() + " " + e.getMessage());
            }
        }
    }

    private static String probe(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath()));
        command.add(Probe.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    /** The class path without what the probe does not load: an emulated processor takes seconds to look through all jars. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> each.matches(
                        ".*(modules[-/](can|api)\\b|outrider-(can|api)|javacan|slf4j)[^/]*(/target/[^/]*)?"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Library file of this machine, as a system package installs it. */
    private Path shipped() throws IOException {
        boolean x86 = System.getProperty("os.arch").equals("amd64");
        for (URL each : Collections.list(CanFrame.class.getClassLoader().getResources(RESOURCE))) {
            if (each.toString().contains(x86 ? "x86_64" : System.getProperty("os.arch"))) {
                try (InputStream in = each.openStream()) {
                    Path file = folder.resolve("libjavacan-core.so");
                    Files.write(file, in.readAllBytes());
                    return file;
                }
            }
        }
        throw new AssertionError("no jar with the library for this processor");
    }

    @Test
    void withoutATemporaryDirectoryAndAPathTheErrorNamesTheProperty() throws Exception {
        assertThat(probe("-Djava.io.tmpdir=/nonexistent"))
                .contains("UNSUPPORTED")
                .contains("/nonexistent")
                .contains("-Djavacan.native.javacan-core.path");
    }

    @Test
    void aConfiguredPathWithoutALibraryIsNamed() throws Exception {
        assertThat(probe("-Djavacan.native.javacan-core.path=/nonexistent/lib.so"))
                .contains("UNSUPPORTED")
                .contains("/nonexistent/lib.so");
    }

    @Test
    void unpackingLeavesNothingBehind() throws Exception {
        assertThat(probe("-Djava.io.tmpdir=" + folder))
                .as("the library was loaded")
                .containsAnyOf("sent", "vcan0", "no CAN"); // as the machine has a bus, or not
        try (var left = Files.list(folder)) {
            assertThat(left.filter(each -> !each.toString().contains("hsperfdata")))
                    .isEmpty();
        }
    }

    @Test
    @Tag("vcan")
    void theLibraryOfThisProcessorIsExtractedFromTheJars() throws Exception {
        assertThat(probe()).contains("sent");
    }

    @Test
    @Tag("vcan")
    void aConfiguredPathNeedsNoTemporaryDirectory() throws Exception {
        assertThat(probe("-Djava.io.tmpdir=/nonexistent", "-Djavacan.native.javacan-core.path=" + shipped()))
                .contains("sent");
    }

    @Test
    @Tag("vcan")
    void theLibraryPathNeedsNoTemporaryDirectory() throws Exception {
        assertThat(probe(
                        "-Djava.io.tmpdir=/nonexistent",
                        "-Djava.library.path=" + shipped().getParent()))
                .contains("sent");
    }

    @Test
    @Tag("vcan")
    void aNoexecTemporaryDirectoryIsAnErrorThatNamesTheProperty() throws Exception {
        Path noexec = Files.createDirectory(folder.resolve("noexec"));
        Programs.run("mount", "-t", "tmpfs", "-o", "noexec", "tmpfs", noexec.toString());
        try {
            assertThat(probe("-Djava.io.tmpdir=" + noexec))
                    .contains("UNSUPPORTED")
                    .contains("-Djavacan.native.javacan-core.path");
            assertThat(probe("-Djava.io.tmpdir=" + noexec, "-Djavacan.native.javacan-core.path=" + shipped()))
                    .contains("sent");
        } finally {
            Programs.run("umount", noexec.toString());
        }
    }
}
