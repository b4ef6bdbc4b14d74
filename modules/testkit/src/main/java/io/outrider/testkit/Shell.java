package io.outrider.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Runner of system programs: iproute2, can-utils, sysctl. */
public final class Shell {
    private Shell() {}

    /** Runs the program to its end; fails the test unless it exits with 0. */
    public static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        assertThat(code).as(String.join(" ", command) + ": " + output).isZero();
        return output.strip();
    }

    /** Command line, words separated by blanks. */
    public static String sh(String line) throws IOException, InterruptedException {
        return run(line.split(" "));
    }

    /** Starts the program with its output in a file; the caller ends it. */
    public static Process start(Path output, String... command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    public static void end(Process process) throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(TimeoutFactor.scaledSeconds(30), TimeUnit.SECONDS))
                .isTrue();
    }

    /** Number of receivers on the kernel's list ({@code rcvlist_all}, {@code _sff}, {@code _eff}, …). */
    public static long receivers(String list, String bus) throws IOException {
        try (var lines = Files.lines(Path.of("/proc/net/can/" + list))) {
            return lines.filter(line -> line.strip().startsWith(bus + " ")).count();
        }
    }
}
