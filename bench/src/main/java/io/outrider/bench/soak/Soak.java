package io.outrider.bench.soak;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * {@code bench/soak [--minutes N] [--seed S] [PART]...}: all that can happen to a unit's records, one way after the other,
 * and one line of sums. Exits with 0 only if they hold.
 */
public final class Soak {
    private static final String USAGE = "usage: bench/soak [--minutes N] [--seed S] [PART]...   (default 5; parts: %s)";

    private final PrintStream out;
    private final List<Part> parts;

    Soak(PrintStream out, List<Part> parts) {
        this.out = out;
        this.parts = parts;
    }

    public static void main(String[] arguments) throws Exception {
        int minutes = 5;
        long seed = System.nanoTime();
        List<String> wanted = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            boolean more = i + 1 < arguments.length;
            if (arguments[i].equals("--minutes") && more && arguments[i + 1].matches("[1-9]\\d{0,3}")) {
                minutes = Integer.parseInt(arguments[++i]);
            } else if (arguments[i].equals("--seed") && more && arguments[i + 1].matches("-?\\d{1,18}")) {
                seed = Long.parseLong(arguments[++i]);
            } else {
                wanted.add(arguments[i]);
            }
        }
        List<Part> all = parts(new BatchesOfColumns(), new Random(seed));
        List<String> names = all.stream().map(Part::name).toList();
        if (!names.containsAll(wanted)) {
            System.err.printf(USAGE + "%n", String.join(", ", names));
            System.exit(2);
        }
        List<Part> parts = all.stream()
                .filter(each -> wanted.isEmpty() || wanted.contains(each.name()))
                .toList();
        Path folder = Files.createTempDirectory("outrider-soak");
        System.out.println("seed " + seed + ", logs in " + folder);
        System.exit(new Soak(System.out, parts).run(folder, Duration.ofMinutes(minutes)) ? 0 : 1);
    }

    private static List<Part> parts(BatchReader reader, Random random) {
        return List.of(
                new Kills(reader, random),
                new BrokerRestarts(reader, random),
                new LossyNetwork(reader, random),
                new FullDisk(reader, random),
                new ClockJumps(reader, random),
                new HttpMoods(random),
                new PowerCuts(reader, random, System.out::println));
    }

    /** Each part that can run gets the same share of the time. */
    boolean run(Path folder, Duration time) throws Exception {
        List<Part> able = new ArrayList<>();
        for (Part part : parts) {
            String missing = part.missing();
            if (missing == null) {
                able.add(part);
            } else {
                out.println("skipped " + part.name() + ": needs " + missing);
            }
        }
        Sums sums = Sums.NONE;
        Map<String, Integer> deeds = new TreeMap<>();
        int complaints = able.isEmpty() ? 1 : 0;
        for (Part part : able) {
            Outcome outcome = part.run(folder, time.dividedBy(able.size()));
            out.println(part.name() + ": " + outcome.sums().line() + deeds(outcome.deeds()));
            outcome.complaints().forEach(each -> out.println("WRONG: " + part.name() + ": " + each));
            complaints += outcome.complaints().size();
            sums = sums.plus(outcome.sums());
            outcome.deeds().forEach((deed, count) -> deeds.merge(deed, count, Integer::sum));
        }
        out.println((complaints == 0 ? "holds: " : "DOES NOT HOLD: ") + sums.line() + deeds(deeds));
        return complaints == 0;
    }

    private static String deeds(Map<String, Integer> deeds) {
        return new TreeMap<>(deeds)
                .entrySet().stream()
                        .map(each -> ", " + each.getKey() + " " + each.getValue())
                        .collect(Collectors.joining());
    }
}
