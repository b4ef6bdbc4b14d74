package io.outrider.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Processor use of a process, up to a time or within an interval, as counted by the kernel.
 *
 * @param seconds of time
 * @param cpuSeconds in user and system mode, in steps of 10 ms
 * @param switches voluntary context switches of all threads, each of which needs a wake-up; involuntary ones, which depend
 *     on the load of the machine, are not counted
 */
public record CpuUsage(double seconds, double cpuSeconds, long switches) {
    /** USER_HZ, 100 on Linux. */
    private static final double TICKS = 100;

    static final Pattern SWITCHES = Pattern.compile("(?m)^voluntary_ctxt_switches:\\s+(\\d+)");

    /** Use up to now. The switches of threads that have ended are missing. */
    public static CpuUsage now(long pid) throws IOException {
        Path folder = Path.of("/proc", Long.toString(pid));
        long switches = 0;
        for (Path thread : threads(folder)) {
            switches += switches(thread);
        }
        return new CpuUsage(System.nanoTime() / 1e9, cpuSeconds(Files.readString(folder.resolve("stat"))), switches);
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
            return 0; // the thread has just ended
        }
    }

    /** Sum of the numbers matched by the pattern. */
    static long sum(Pattern pattern, String status) {
        long sum = 0;
        for (Matcher matcher = pattern.matcher(status); matcher.find(); ) {
            sum += Long.parseLong(matcher.group(1));
        }
        return sum;
    }

    /** From {@code /proc/PID/stat}, in which the process name may contain blanks and brackets. */
    static double cpuSeconds(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS;
    }

    /** Use within the next seconds. */
    static CpuUsage during(long pid, int seconds) throws IOException, InterruptedException {
        CpuUsage begun = now(pid);
        Thread.sleep(seconds * 1_000L); // the interval that is measured
        return now(pid).since(begun);
    }

    public CpuUsage since(CpuUsage earlier) {
        return new CpuUsage(seconds - earlier.seconds, cpuSeconds - earlier.cpuSeconds, switches - earlier.switches);
    }

    double switchesPerSecond() {
        return switches / seconds;
    }

    public double cpuPercent() {
        return 100 * cpuSeconds / seconds;
    }
}
