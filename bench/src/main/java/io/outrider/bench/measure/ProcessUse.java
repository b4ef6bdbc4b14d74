package io.outrider.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a process has used up to a moment, or between two: as the kernel counts it.
 *
 * @param seconds of time
 * @param cpuSeconds of a processor, in user and system mode; in steps of 10 ms
 * @param switches how often one of its threads gave the processor up, after which something had to wake it; that one lost
 *     it to somebody else is not counted: it tells of the machine
 */
record ProcessUse(double seconds, double cpuSeconds, long switches) {
    /** USER_HZ, which Linux has fixed at 100 for programs. */
    private static final double TICKS = 100;

    static final Pattern SWITCHES = Pattern.compile("(?m)^voluntary_ctxt_switches:\\s+(\\d+)");
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

    /** Up to now. Threads that have ended meanwhile are not in its switches. */
    static ProcessUse now(long pid) throws IOException {
        Path folder = Path.of("/proc", Long.toString(pid));
        long switches = 0;
        for (Path thread : threads(folder)) {
            switches += switches(thread);
        }
        return new ProcessUse(System.nanoTime() / 1e9, cpuSeconds(Files.readString(folder.resolve("stat"))), switches);
    }

    private static List<Path> threads(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("task"))) {
            return all.toList();
        }
    }

    private static long switches(Path thread) {
        try {
            return sum(SWITCHES, Files.readString(thread.resolve("status")));
        } catch (IOException e) {
            return 0; // it has just ended
        }
    }

    /** Of all that it finds. */
    static long sum(Pattern pattern, String status) {
        long sum = 0;
        for (Matcher matcher = pattern.matcher(status); matcher.find(); ) {
            sum += Long.parseLong(matcher.group(1));
        }
        return sum;
    }

    /** From {@code /proc/PID/stat}; the name in it may hold blanks and brackets. */
    static double cpuSeconds(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS;
    }

    /** The most it has ever held. */
    static double peakMegabytes(long pid) throws IOException {
        return sum(PEAK, Files.readString(Path.of("/proc", Long.toString(pid), "status"))) / 1024.0;
    }

    ProcessUse since(ProcessUse earlier) {
        return new ProcessUse(seconds - earlier.seconds, cpuSeconds - earlier.cpuSeconds, switches - earlier.switches);
    }

    double switchesASecond() {
        return switches / seconds;
    }

    double cpuPercent() {
        return 100 * cpuSeconds / seconds;
    }
}
