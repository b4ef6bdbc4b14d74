package io.outrider.bench.press;

import io.outrider.bench.daemon.Folders;
import io.outrider.bench.daemon.ProcessMemory;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Program {@code bench/press}; see {@link PressOptions#USAGE}. */
public final class Press {
    /** Allowed increase of resident memory after all parts. */
    private static final double MOST_MORE_MEGABYTES = 10;

    private static final int WARM_UP_ROUNDS = 60;

    private static final Duration SETTLING = TimeoutFactor.scaled(Duration.ofSeconds(180));

    private final PrintStream out;
    private final boolean archive;
    private final int warmUpRounds;
    private final List<UnitReport> reports = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private int units;

    /** @param archive true to create a class archive, as an installation does; takes some seconds */
    Press(PrintStream out, boolean archive, int warmUpRounds) {
        this.out = out;
        this.archive = archive;
        this.warmUpRounds = warmUpRounds;
    }

    public static void main(String[] words) throws Exception {
        System.exit(run(words, System.out));
    }

    static int run(String[] words, PrintStream out) throws Exception {
        PressOptions options;
        try {
            options = PressOptions.parse(words);
        } catch (IllegalArgumentException e) {
            out.println("bench/press: " + e.getMessage());
            out.print(PressOptions.usage(names()));
            return 2;
        }
        if (options.help()) {
            out.print(PressOptions.usage(names()));
            return 0;
        }
        List<LoadPart> parts = parts(options.isShort() ? LoadAmounts.SHORT : LoadAmounts.FULL);
        for (String wanted : options.parts()) {
            if (!names().contains(wanted)) {
                out.println("bench/press: there is no part '" + wanted + "'");
                out.print(PressOptions.usage(names()));
                return 2;
            }
        }
        List<LoadPart> chosen = parts.stream()
                .filter(each -> options.parts().isEmpty() || options.parts().contains(each.name()))
                .toList();
        Path folder = Files.createTempDirectory("outrider-press");
        out.println("data and logs in " + folder + ", removed at the end if all holds");
        return new Press(out, true, WARM_UP_ROUNDS).holds(chosen, folder, options.time()) ? 0 : 1;
    }

    private static List<String> names() {
        return parts(LoadAmounts.SHORT).stream().map(LoadPart::name).toList();
    }

    static List<LoadPart> parts(LoadAmounts amounts) {
        FleetLoad fleet = new FleetLoad(amounts);
        ResultLoad results = new ResultLoad(amounts);
        LocalLoad local = new LocalLoad(amounts);
        List<LoadPart> parts = new ArrayList<>(fleet.all());
        parts.addAll(results.all());
        parts.addAll(local.all());
        parts.addAll(VehicleLoad.all());
        parts.add(new LoadPart(
                "together",
                unit -> together(
                        unit,
                        List.of(
                                FleetLoad::lists,
                                ResultLoad::formula,
                                ResultLoad::output,
                                LocalLoad::bodies,
                                local::streams,
                                local::idle,
                                VehicleLoad::ecus))));
        return List.copyOf(parts);
    }

    private static void together(PressedUnit unit, List<LoadPart.LoadRound> rounds) throws Exception {
        List<Callable<Void>> calls = new ArrayList<>();
        for (LoadPart.LoadRound each : rounds) {
            calls.add(() -> {
                each.press(unit);
                return null;
            });
        }
        ParallelCalls.run(calls);
    }

    /**
     * Runs the parts in turn, on the same unit until it ends. Returns true if all checks hold, and deletes the folder then.
     */
    boolean holds(List<LoadPart> parts, Path folder, Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        PressedUnit unit = null;
        for (int i = 0; i < parts.size(); i++) {
            LoadPart part = parts.get(i);
            if (unit == null) {
                unit = begin(folder);
            }
            long share = Math.max(0, end - System.nanoTime()) / (parts.size() - i);
            try {
                press(unit, part, share);
            } catch (Exception | AssertionError e) { // later parts still run
                failed.add(part.name());
                complaints.add(part.name() + ": " + (unit.ends() ? unit.death() : e.getMessage()));
                out.println("WRONG: " + complaints.get(complaints.size() - 1));
            }
            if (!unit.alive()) {
                end(unit);
                unit = null;
            }
        }
        if (unit != null) {
            end(unit);
        }
        return last(folder);
    }

    private PressedUnit begin(Path folder) throws Exception {
        PressedUnit unit = new PressedUnit(folder, "press-" + ++units, archive);
        try {
            unit.begin(warmUpRounds);
            out.printf("press-%d: warmed up, %.1f MB%n", units, unit.memory().now());
            return unit;
        } catch (Exception | Error e) {
            unit.close();
            throw e;
        }
    }

    private void press(PressedUnit unit, LoadPart part, long nanos) throws Exception {
        long begun = System.nanoTime();
        int rounds = 0;
        unit.part(part.name());
        do {
            part.round().press(unit);
            if (!unit.alive()) {
                throw new IOException(unit.death());
            }
            rounds++;
        } while (System.nanoTime() - begun < nanos);
        ProcessMemory memory = unit.memory();
        out.printf(
                "ok: %s: %d rounds in %.0f s, now %.1f MB, at most %.1f MB%n",
                part.name(), rounds, (System.nanoTime() - begun) / 1e9, memory.now(), memory.peak());
    }

    private void end(PressedUnit unit) throws Exception {
        try {
            unit.part("the end");
            UnitReport report = unit.finish(SETTLING, MOST_MORE_MEGABYTES);
            reports.add(report);
            report.complaints().forEach(each -> {
                complaints.add(each);
                out.println("WRONG: " + each);
            });
        } finally {
            unit.close();
        }
    }

    private boolean last(Path folder) throws IOException {
        boolean holds = complaints.isEmpty() && !reports.isEmpty();
        if (holds) {
            Folders.delete(folder);
        } else {
            out.println("data and logs stay in " + folder);
        }
        StringBuilder line = new StringBuilder(holds ? "holds: " : "DOES NOT HOLD: ");
        for (UnitReport each : reports) {
            line.append(reports.size() > 1 ? each.unit() + ": " : "")
                    .append(each.line())
                    .append("; ");
        }
        line.append("restarts ").append(Math.max(0, units - 1));
        if (!failed.isEmpty()) {
            line.append("; failed: ").append(String.join(", ", failed));
        }
        out.println(line);
        return holds;
    }
}
