package io.outrider.bench.measure;

import io.outrider.bench.daemon.ProcessMemory;
import io.outrider.testkit.TimeoutFactor;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Program of the bench in a JVM of its own, with the flags of outrider's start script. It ends with its input. */
final class JavaProgram implements AutoCloseable {
    /** Flags of the start script that need no archive or folder. */
    static final List<String> FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:CompileThresholdScaling=16",
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=CompileThresholdScaling,io/outrider/agent/commands/*.*,0.0625",
            "-XX:CompileCommand=CompileThresholdScaling,io/outrider/agent/fleet/*.*,0.0625",
            "-XX:CompileCommand=CompileThresholdScaling,io/outrider/agent/runtime/functions/*.*,0.0625",
            "-XX:CompileCommand=CompileThresholdScaling,io/outrider/agent/runtime/storage/*.*,0.0625",
            "-XX:CompileCommand=CompileThresholdScaling,io/outrider/wire/*.*,0.0625",
            "-XX:CompileCommand=CompileThresholdScaling,org/eclipse/paho/*.*,0.0625",
            "-XX:-UsePerfData",
            "-Xss512k",
            "-Xshare:auto",
            "-Xlog:cds*=off",
            "-Xms6m",
            "-Xmx48m",
            "-Xmn2m",
            "-XX:MinHeapFreeRatio=10",
            "-XX:MaxHeapFreeRatio=25",
            "-XX:-ShrinkHeapInSteps",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:StringTableSize=4096",
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:SymbolTableSize=8192",
            "-XX:ArchiveRelocationMode=0",
            "-XX:TrimNativeHeapInterval=60000",
            "-XX:AsyncDeflationInterval=5000",
            "-XX:GuaranteedSafepointInterval=10000",
            "-XX:ServiceThreadCleanupInterval=10000",
            "-Djava.locale.providers=SPI");

    private final Process process;
    private final BufferedReader lines;

    /**
     * Starts it and waits for its first line.
     *
     * @param log receives its standard error
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
            throw new IOException(program.getSimpleName() + " ended before its first line, see " + log);
        }
    }

    /** Seconds until the first line of a Java program that does nothing. */
    static double bareStart() throws IOException {
        long begun = System.nanoTime();
        try (JavaProgram bare = new JavaProgram(Path.of("/dev/null"), Bare.class)) {
            return (System.nanoTime() - begun) / 1e9;
        }
    }

    /** Resident memory of a Java program that does nothing. */
    static double bareMegabytes() throws IOException {
        try (JavaProgram bare = new JavaProgram(Path.of("/dev/null"), Bare.class)) {
            return bare.memory().now();
        }
    }

    ProcessMemory memory() throws IOException {
        return ProcessMemory.of(pid());
    }

    long pid() {
        return process.pid();
    }

    /** Sends a line and returns the line it answers. */
    String request(String line) throws IOException {
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

    /** Java program that does nothing. */
    static final class Bare {
        private Bare() {}

        public static void main(String[] arguments) throws IOException {
            System.out.println("up");
            System.in.readAllBytes();
        }
    }
}
