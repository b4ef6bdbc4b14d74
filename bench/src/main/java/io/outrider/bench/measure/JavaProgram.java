package io.outrider.bench.measure;

import io.outrider.testkit.TimeoutFactor;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program of the bench in a Java of its own, with the flags of outrider's start script. It ends when its input does. */
final class JavaProgram implements AutoCloseable {
    /** Those of the start script for which no archive or folder is needed. */
    static final List<String> FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xss512k",
            "-Xshare:auto",
            "-Xlog:cds*=off",
            "-Xms8m",
            "-Xmx48m",
            "-Xmn4m",
            "-XX:MinHeapFreeRatio=10",
            "-XX:MaxHeapFreeRatio=25",
            "-XX:-ShrinkHeapInSteps",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:ArchiveRelocationMode=0",
            "-XX:TrimNativeHeapInterval=60000",
            "-XX:AsyncDeflationInterval=5000",
            "-XX:GuaranteedSafepointInterval=10000",
            "-XX:ServiceThreadCleanupInterval=10000");

    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final Pattern THREADS = Pattern.compile("Threads:\\s+(\\d+)");

    private final Process process;
    private final BufferedReader lines;

    /**
     * Starts it and waits for its first line.
     *
     * @param log gets what it says on its standard error
     */
    JavaProgram(Path log, Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        lines = process.inputReader(StandardCharsets.UTF_8);
        if (lines.readLine() == null) {
            throw new IOException(program.getSimpleName() + " ended before it began, see " + log);
        }
    }

    /** Seconds until a Java program that does nothing has said so. */
    static double bareStart() throws IOException {
        long begun = System.nanoTime();
        try (JavaProgram bare = new JavaProgram(Path.of("/dev/null"), Bare.class)) {
            return (System.nanoTime() - begun) / 1e9;
        }
    }

    /** What a Java program that does nothing holds. */
    static double bareMegabytes() throws IOException {
        try (JavaProgram bare = new JavaProgram(Path.of("/dev/null"), Bare.class)) {
            return megabytes(bare.process.pid(), 0);
        }
    }

    /** The resident set, or the last known one if the process has just ended. */
    static double megabytes(long pid, double otherwise) {
        double kilobytes = status(pid, RESIDENT);
        return kilobytes < 0 ? otherwise : kilobytes / 1024;
    }

    static int threads(long pid) {
        return (int) status(pid, THREADS);
    }

    private static double status(long pid, Pattern wanted) {
        try {
            Matcher matcher = wanted.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
            return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
        } catch (IOException e) {
            return -1;
        }
    }

    long pid() {
        return process.pid();
    }

    /** Says something to it and returns its answer, a line. */
    String ask(String line) throws IOException {
        process.outputWriter().write(line + "\n");
        process.outputWriter().flush();
        return lines.readLine();
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(TimeoutFactor.scaledSeconds(10), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException | InterruptedException e) {
            process.destroyForcibly();
        }
    }

    /** The Java program that does nothing. */
    static final class Bare {
        private Bare() {}

        public static void main(String[] arguments) throws IOException {
            System.out.println("up");
            System.in.readAllBytes();
        }
    }
}
