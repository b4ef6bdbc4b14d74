package io.outrider.bench.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Resident memory and threads of a process, from {@code /proc/PID/status}.
 *
 * @param now megabytes
 * @param peak megabytes
 */
public record ProcessMemory(double now, double peak, int threads) {
    private static final Pattern NOW = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
    private static final Pattern PROPORTIONAL = Pattern.compile("Pss:\\s+(\\d+) kB");
    private static final Pattern THREADS = Pattern.compile("Threads:\\s+(\\d+)");

    /** @throws IOException if there is no such process */
    public static ProcessMemory of(long pid) throws IOException {
        String status = Files.readString(Path.of("/proc", Long.toString(pid), "status"));
        return new ProcessMemory(number(NOW, status) / 1024.0, number(PEAK, status) / 1024.0, number(THREADS, status));
    }

    /** Proportional set size in megabytes: of what processes share, each has its part. */
    public static double proportional(long pid) throws IOException {
        Path rollup = Path.of("/proc", Long.toString(pid), "smaps_rollup");
        return number(PROPORTIONAL, Files.readString(rollup)) / 1024.0;
    }

    private static int number(Pattern wanted, String status) throws IOException {
        Matcher matcher = wanted.matcher(status);
        if (!matcher.find()) {
            throw new IOException("the process has ended");
        }
        return Integer.parseInt(matcher.group(1));
    }
}
