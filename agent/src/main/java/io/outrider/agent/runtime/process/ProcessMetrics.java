package io.outrider.agent.runtime.process;

import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Metrics of this process from the kernel: memory, processor time, threads, files; unavailable ones are absent. */
public final class ProcessMetrics implements Health.Source {
    private static final long KIB = 1024;

    private final Path proc;
    private final Ticker ticker;
    private final long begun;

    /** The uptime counts from here. */
    public ProcessMetrics(Ticker ticker) {
        this(ticker, Path.of("/proc/self"));
    }

    ProcessMetrics(Ticker ticker, Path proc) {
        this.ticker = ticker;
        this.proc = proc;
        this.begun = ticker.nanos();
    }

    @Override
    public Health health() {
        List<Metric> metrics = new ArrayList<>();
        Map<String, String> status = status();
        long uptime = TimeUnit.NANOSECONDS.toSeconds(ticker.nanos() - begun);
        Runtime runtime = Runtime.getRuntime();
        long heap = runtime.totalMemory() - runtime.freeMemory();
        Long resident = number(status.get("VmRSS"));
        Long threads = number(status.get("Threads"));
        if (resident != null) {
            metrics.add(Metric.gauge(
                    "process_resident_memory_bytes", "Memory in use, as the kernel counts it", resident * KIB));
        }
        if (threads != null) {
            metrics.add(Metric.gauge("process_threads", "Threads", threads));
        }
        openFiles().ifPresent(count -> metrics.add(Metric.gauge("process_open_fds", "Open files and sockets", count)));
        ProcessHandle.Info info = ProcessHandle.current().info();
        info.totalCpuDuration()
                .map(used -> used.toMillis() / 1e3)
                .ifPresent(cpu -> metrics.add(
                        Metric.counter("process_cpu_seconds_total", "Processor time, user and system", cpu)));
        info.startInstant()
                .map(Instant::toEpochMilli)
                .ifPresent(start -> metrics.add(
                        Metric.gauge("process_start_time_seconds", "Start of the process since 1970", start / 1e3)));
        metrics.add(Metric.gauge("process_uptime_seconds", "Time since start, by the clock that never jumps", uptime));
        metrics.add(Metric.gauge("heap_used_bytes", "Java heap in use, garbage included", heap));
        metrics.add(Metric.gauge("heap_max_bytes", "Java heap at most", runtime.maxMemory()));
        metrics.add(new Metric(
                "build_info",
                Metric.Kind.GAUGE,
                "Always 1; what runs is in the labels",
                Map.of("version", Version.text(), "java", Runtime.version().toString()),
                1));
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("uptime_seconds", uptime);
        facts.put("resident_mb", resident == null ? null : resident / KIB);
        facts.put("threads", threads);
        return new Health(facts, metrics, List.of());
    }

    private Map<String, String> status() {
        try (Stream<String> lines = Files.lines(proc.resolve("status"))) {
            return lines.map(line -> line.split(":", 2))
                    .filter(pair -> pair.length == 2)
                    .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1].strip(), (one, other) -> other));
        } catch (IOException | UncheckedIOException e) {
            return Map.of(); // not Linux, or a restricted /proc
        }
    }

    private static Long number(String text) {
        try {
            return text == null ? null : Long.valueOf(text.split(" ", 2)[0]);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private OptionalLong openFiles() {
        try (Stream<Path> files = Files.list(proc.resolve("fd"))) {
            return OptionalLong.of(files.count() - 1); // minus the descriptor of this listing
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
