package io.outrider.bench.measure.service;

import io.outrider.bench.measure.Figure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Program behind {@code bench/measure service [PART]...}; prints a line for each figure, and exits with 1 if any misses its target. */
public final class ServiceMeasurements {
    private ServiceMeasurements() {}

    public static void main(String[] parts) throws Exception {
        Map<String, Callable<List<Figure>>> all = new LinkedHashMap<>();
        all.put("ingest-sqlite", () -> List.of(IngestRate.measure(false)));
        all.put("ingest-postgresql", () -> List.of(IngestRate.measure(true)));
        all.put("read-sqlite", () -> ReadTimes.measure(false));
        all.put("read-postgresql", () -> ReadTimes.measure(true));
        List<String> chosen = parts.length == 0 ? List.copyOf(all.keySet()) : List.of(parts);
        if (!all.keySet().containsAll(chosen)) {
            System.err.println("usage: bench/measure service [" + String.join("|", all.keySet()) + "]...");
            System.exit(2);
        }
        boolean holds = true;
        for (String each : chosen) {
            for (Figure figure : all.get(each).call()) {
                System.out.println(figure.line());
                holds &= figure.ok();
            }
        }
        System.exit(holds ? 0 : 1);
    }
}
