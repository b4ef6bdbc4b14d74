package io.outrider.api;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runner of programs that print a few lines and end, such as {@code ip}; without shell and input. Any thread. */
public final class ShortProgram {
    private static final int LIMIT_SECONDS = 5;
    private static final int MOST_BYTES =
            60_000; // one that prints more than a pipe holds, 64 KiB, does not end in time

    private ShortProgram() {}

    /**
     * Standard output, UTF-8, in the language C.
     *
     * @throws IOException if there is no such program, or it fails, or takes longer than 5 s, for which it is killed
     */
    public static String output(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        try (InputStream out = process.getInputStream()) {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(command.get(0) + " has not ended in " + LIMIT_SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException(command.get(0) + " failed with exit status " + process.exitValue());
            }
            return new String(out.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }
}
