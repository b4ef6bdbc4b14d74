package io.outrider.bench.daemon;

import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Output and exit code of a program that has ended. */
public record ProcessOutput(int code, String out, String err) {
    private static final long TIMEOUT_SECONDS = TimeoutFactor.scaledSeconds(300);

    /** Runs a program to its end. */
    public static ProcessOutput by(String... command) throws InterruptedException {
        return by(Map.of(), List.of(command));
    }

    /** @param environment additional variables */
    public static ProcessOutput by(Map<String, String> environment, List<String> command) throws InterruptedException {
        try {
            Path out = Files.createTempFile("program", "out");
            Path err = Files.createTempFile("program", "err");
            try {
                ProcessBuilder builder =
                        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
                builder.environment().putAll(environment);
                Process process = builder.start();
                if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                    throw new IllegalStateException("no end within " + TIMEOUT_SECONDS + " s: " + command);
                }
                return new ProcessOutput(process.exitValue(), Files.readString(out), Files.readString(err));
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
