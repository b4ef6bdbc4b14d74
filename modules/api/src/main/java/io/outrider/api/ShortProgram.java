package io.outrider.api;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runner of programs that print a few lines and end, such as {@code ip}; without shell and input. Any thread. */
public final class ShortProgram {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int MOST_BYTES = 60_000;
    private static final int MOST_OF_AN_ERROR = 300;

    /** Time between two looks at what a program has printed, whose pipe has room for 64 KiB. */
    private static final long DRAINED_MILLIS = 10;

    private static final int MISSING = 2; // ENOENT

    private ShortProgram() {}

    /** {@link #output(List, Duration)} with 5 s. */
    public static String output(List<String> command) throws IOException, InterruptedException {
        return output(command, LIMIT);
    }

    /**
     * Standard output, UTF-8, in the language C; the last 60 kB of it.
     *
     * @throws IOException if it takes longer than the limit, for which it is killed, or fails, with the first line of its
     *     standard error; a {@link NoSuchFileException} if there is no such program
     */
    public static String output(List<String> command, Duration limit) throws IOException, InterruptedException {
        String name = command.get(0);
        Process process = start(command, "C", false);
        try (InputStream out = process.getInputStream();
                InputStream err = process.getErrorStream()) {
            Drain printed = new Drain(out, MOST_BYTES);
            Drain errors = new Drain(err, MOST_BYTES);
            long last = Ticker.system().nanos() + limit.toNanos();
            while (!process.waitFor(DRAINED_MILLIS, TimeUnit.MILLISECONDS)) {
                printed.read();
                errors.read();
                if (Ticker.system().nanos() > last) {
                    throw new IOException(name + " has not ended in " + limit.toSeconds() + " s");
                }
            }
            if (process.exitValue() != 0) {
                String why = errors.rest().lines().findFirst().orElse("").strip();
                throw new IOException(name + " failed with exit status " + process.exitValue()
                        + (why.isEmpty() ? "" : ": " + Excerpt.of(why, MOST_OF_AN_ERROR)));
            }
            return printed.rest();
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * Standard output and error, UTF-8, whatever the exit status is. The program has all the time until it ends or the caller is
     * interrupted, for which it is killed.
     *
     * @param most bytes, of the end of what it prints
     * @throws IOException a {@link NoSuchFileException} if there is no such program
     */
    public static String lastPrinted(List<String> command, int most) throws IOException, InterruptedException {
        Process process = start(command, "C.UTF-8", true);
        try (InputStream out = process.getInputStream()) {
            Drain printed = new Drain(out, most);
            while (!process.waitFor(DRAINED_MILLIS, TimeUnit.MILLISECONDS)) {
                printed.read();
            }
            return printed.rest();
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process start(List<String> command, String language, boolean merged) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(merged)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().put("LC_ALL", language);
        try {
            return builder.start();
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("error=" + MISSING + ",")) {
                throw (IOException) new NoSuchFileException(command.get(0)).initCause(e);
            }
            throw e;
        }
    }

    /** Reader of what is in a pipe, without waiting for more; keeps the end of it. */
    private static final class Drain {
        private final InputStream in;
        private final int most;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Drain(InputStream in, int most) {
            this.in = in;
            this.most = most;
        }

        void read() throws IOException {
            int there = in.available(); // once: a program may print faster than this reads
            if (there > 0) {
                bytes.write(in.readNBytes(there));
                if (bytes.size() > 2 * most) {
                    byte[] end = end();
                    bytes.reset();
                    bytes.write(end);
                }
            }
        }

        private byte[] end() {
            byte[] all = bytes.toByteArray();
            return Arrays.copyOfRange(all, Math.max(0, all.length - most), all.length);
        }

        /** All of a program that has ended. */
        String rest() throws IOException {
            while (in.available() > 0) {
                read();
            }
            return new String(end(), StandardCharsets.UTF_8);
        }
    }
}
