package io.outrider.bench.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * {@code bench/soak [--minutes N] [--seed S] [PART]...}: all that can happen to a unit's records, one way after the other,
 * and one line of sums. Exits with 0 only if they hold.
 */
public final class Soak {
    private static final String USAGE = """
            usage: bench/soak [--minutes N] [--seed S] [PART]...
              --minutes N   for all parts together, 1 to 9999 (default 5); that all arrives comes on top, mostly seconds
              --seed S      of the random moments (default: another each time; it is printed)
              PART          only these: %s
            A part that lacks something of this machine, or cannot get going in its time, is skipped and named in the last
            line. Exits with 0 if produced = delivered + reported lost, with 1 if not or nothing could run, with 2 on bad
            usage.
            """;
    private static final long LEAST_SHARE_SECONDS = 20;

    /** Of its share, for a unit to start and for silence after all has arrived. */
    private static final long SETTLING_SECONDS = 10;

    private final PrintStream out;
    private final List<Part> parts;

    Soak(PrintStream out, List<Part> parts) {
        this.out = out;
        this.parts = parts;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(run(arguments, System.out, System.err));
    }

    static int run(String[] arguments, PrintStream out, PrintStream err) throws IOException, InterruptedException {
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
        List<Part> all = parts(new BatchesOfColumns(), new Random(seed), out);
        List<String> names = all.stream().map(Part::name).toList();
        if (!names.containsAll(wanted)) {
            boolean help = wanted.contains("--help") || wanted.contains("-h");
            (help ? out : err).printf(USAGE, String.join(", ", names));
            return help ? 0 : 2;
        }
        List<Part> parts = all.stream()
                .filter(each -> wanted.isEmpty() || wanted.contains(each.name()))
                .toList();
        Path folder = Files.createTempDirectory("outrider-soak");
        out.println("seed " + seed + ", logs in " + folder);
        return new Soak(out, parts).run(folder, Duration.ofMinutes(minutes)) ? 0 : 1;
    }

    private static List<Part> parts(BatchReader reader, Random random, PrintStream out) {
        return List.of(
                new Kills(reader, random),
                new BrokerRestarts(reader, random),
                new LossyNetwork(reader, random),
                new FullDisk(reader, random),
                new ClockJumps(reader, random),
                new HttpMoods(random),
                new PowerCuts(reader, new Random(random.nextLong()), out::println)); // it draws beside the others
    }

    /** Each part gets the same share of what time is left; those that run beside others get all of it. */
    boolean run(Path folder, Duration time) throws InterruptedException {
        Tally tally = new Tally(out);
        List<Part> able = parts.stream().filter(each -> able(each, tally)).toList();
        List<Part> inTurn = able.stream().filter(each -> !each.beside()).toList();
        List<Thread> beside = able.stream()
                .filter(Part::beside)
                .map(each -> new Thread(() -> run(each, folder, disturbed(time), tally), each.name()))
                .toList();
        beside.forEach(Thread::start);
        long end = System.nanoTime() + time.toNanos();
        int left = inTurn.size();
        for (Part part : inTurn) {
            run(
                    part,
                    folder,
                    disturbed(Duration.ofNanos(end - System.nanoTime()).dividedBy(left--)),
                    tally);
        }
        for (Thread thread : beside) {
            thread.join();
        }
        return tally.last();
    }

    private static boolean able(Part part, Tally tally) {
        String missing = part.missing();
        if (missing != null) {
            tally.skipped(part.name(), "needs " + missing);
        }
        return missing == null;
    }

    private static Duration disturbed(Duration share) {
        return Duration.ofSeconds(Math.max(LEAST_SHARE_SECONDS, share.toSeconds()) - SETTLING_SECONDS);
    }

    private static void run(Part part, Path folder, Duration time, Tally tally) {
        try {
            tally.judged(part.name(), part.run(folder, time));
        } catch (Skipped e) {
            tally.skipped(part.name(), e.getMessage());
        } catch (Exception | AssertionError e) { // the others still run
            tally.failed(part.name(), e);
        }
    }
}
