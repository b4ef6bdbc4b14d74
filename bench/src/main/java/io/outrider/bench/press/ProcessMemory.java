package io.outrider.bench.press;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Resident memory of a process as Linux counts it, in megabytes. */
record ProcessMemory(double now, double most) {
    private static final Pattern NOW = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final Pattern MOST = Pattern.compile("VmHWM:\\s+(\\d+) kB");

    /** @throws IOException if there is no such process */
    static ProcessMemory of(long pid) throws IOException {
        String status = Files.readString(Path.of("/proc", Long.toString(pid), "status"));
        return new ProcessMemory(megabytes(NOW, status), megabytes(MOST, status));
    }

    private static double megabytes(Pattern wanted, String status) throws IOException {
        Matcher matcher = wanted.matcher(status);
        if (!matcher.find()) {
            throw new IOException("the process has ended");
        }
        return Integer.parseInt(matcher.group(1)) / 1024.0;
    }
}
