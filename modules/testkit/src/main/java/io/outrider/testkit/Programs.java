package io.outrider.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** System programs that the tests need. A missing one fails the test: a skipped test would prove nothing. */
public final class Programs {
    private static final List<Path> FOLDERS = List.of(
            Path.of("/usr/sbin"),
            Path.of("/usr/bin"),
            Path.of("/usr/local/sbin"),
            Path.of("/usr/local/bin"),
            Path.of("/bin"));

    private Programs() {}

    public static String find(String name, String debianPackage) {
        return FOLDERS.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Path::toString)
                .orElseThrow(() -> new AssertionError(
                        "these tests need the program " + name + ": apt-get install " + debianPackage));
    }

    public static Path library(String name, String debianPackage) {
        try (var all = Files.find(Path.of("/usr/lib"), 2, (file, about) -> file.endsWith(name))) {
            return all.findFirst()
                    .orElseThrow(() -> new AssertionError(
                            "these tests need the library " + name + ": apt-get install " + debianPackage));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The command, started with the system's own reaction to SIGHUP, SIGINT and SIGTERM: a JVM that inherits an ignored
     * signal, as under {@code nohup}, does not handle it. The process keeps its number.
     */
    public static List<String> withDefaultSignals(List<String> command) {
        List<String> all = new ArrayList<>(List.of(find("env", "coreutils"), "--default-signal=HUP,INT,TERM"));
        all.addAll(command);
        return all;
    }

    /** Runs the program for at most 60 s and returns its stripped output; fails unless it exits with 0. */
    public static String run(List<String> command) {
        return run(new ProcessBuilder(command));
    }

    static String run(ProcessBuilder program) {
        try {
            Process process = program.redirectErrorStream(true).start();
            process.getOutputStream().close();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(TimeoutFactor.scaledSeconds(60), TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new AssertionError(String.join(" ", program.command()) + " failed: " + printed);
            }
            return printed.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    public static String run(String... command) {
        return run(List.of(command));
    }

    public static String sh(String line) {
        return run(line.split(" "));
    }

    public static Process start(Path output, String... command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    public static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(TimeoutFactor.scaledSeconds(30), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("a program did not end: " + process.info());
        }
    }

    /** Number of receivers on the kernel's list ({@code rcvlist_all}, {@code _sff}, {@code _eff}, …). */
    public static long receivers(String list, String bus) throws IOException {
        try (var lines = Files.lines(Path.of("/proc/net/can/" + list))) {
            return lines.filter(line -> line.strip().startsWith(bus + " ")).count();
        }
    }
}
