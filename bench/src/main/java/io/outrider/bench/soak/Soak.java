package io.outrider.bench.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Soak test {@code bench/soak [OPTION]... [PART]...}: runs the fault scenarios in turn and prints one line of sums. Exits
 * with 0 only if they hold.
 */
public final class Soak {
    private static final String USAGE = """
            usage: bench/soak [--minutes N] [--kills N] [--cuts N] [--all] [--seed S] [PART]...
              --minutes N   for all parts together, 1 to 9999 (default 5); that all arrives comes on top, mostly seconds
              --kills N     the part kills goes on until so many, 1 to 9999, of two units side by side, however long it
                            takes; the minutes are for the others
              --cuts N      the part power-cuts goes on until so many, 1 to 9999, beside the others
              --all         a part that lacks something of this machine is wrong
              --seed S      of the random moments (default: another each time; it is printed)
              PART          only these: %s
            A part that lacks something of this machine, or cannot get going in its time, is skipped and named in the last
            line. Exits with 0 if produced = delivered + reported lost, with 1 if not, or a number was not reached, or
            nothing could run, with 2 on bad usage.
            """;
    private static final long MIN_SHARE_SECONDS = 20;

    /** Part of a scenario's share for the start of the unit and the quiet time at the end. */
    private static final long SETTLING_SECONDS = 10;

    /** Interval of progress reports, in kills. */
    private static final int KILLS_REPORTED = 50;

    private final PrintStream out;
    private final List<Scenario> scenarios;
    private final boolean all;

    /** @param all true if a missing prerequisite counts as a failure */
    Soak(PrintStream out, List<Scenario> scenarios, boolean all) {
        this.out = out;
        this.scenarios = scenarios;
        this.all = all;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(run(arguments, System.out, System.err));
    }

    static int run(String[] arguments, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        Options options = Options.of(arguments, System.nanoTime());
        List<String> wanted = options.others();
        List<Scenario> all = scenarios(new BatchesOfColumns(), options, out);
        List<String> names = all.stream().map(Scenario::name).toList();
        if (!names.containsAll(wanted)) {
            boolean help = wanted.contains("--help") || wanted.contains("-h");
            (help ? out : err).printf(USAGE, String.join(", ", names));
            return help ? 0 : 2;
        }
        List<Scenario> scenarios = all.stream()
                .filter(each -> wanted.isEmpty() || wanted.contains(each.name()))
                .toList();
        Path folder = Files.createTempDirectory("outrider-soak");
        out.println("seed " + options.seed() + ", logs in " + folder);
        return new Soak(out, scenarios, options.all()).run(folder, Duration.ofMinutes(options.minutes())) ? 0 : 1;
    }

    private static List<Scenario> scenarios(BatchReader reader, Options options, PrintStream out) {
        Random random = new Random(options.seed());
        Random beside = new Random(random.nextLong()); // power cuts run in parallel to others
        Count kills = new Count(options.kills(), Kills.ACTION, KILLS_REPORTED, out::println);
        Count cuts = new Count(options.cuts(), PowerCuts.ACTION, 1, line -> {}); // power cuts report by themselves
        return List.of(
                new FaultScenario(new Kills(), reader, random, kills, out::println),
                new FaultScenario(new BrokerRestarts(), reader, random),
                new FaultScenario(new LossyNetwork(), reader, random),
                new FaultScenario(new PacketLoss(), reader, random),
                new FaultScenario(new FullDisk(), reader, random),
                new FaultScenario(new ClockJumps(), reader, random),
                new HttpFaults(random),
                new PowerCuts(reader, beside, cuts, out::println));
    }

    /**
     * Runs the scenarios. Those without a wanted number share the remaining time equally; parallel ones get all of it.
     */
    boolean run(Path folder, Duration time) throws InterruptedException {
        SoakTally tally = new SoakTally(out);
        List<Scenario> able =
                scenarios.stream().filter(each -> able(each, tally)).toList();
        List<Scenario> inTurn = able.stream().filter(each -> !each.parallel()).toList();
        List<Thread> beside = able.stream()
                .filter(Scenario::parallel)
                .map(each -> new Thread(() -> run(each, folder, disturbed(time), tally), each.name()))
                .toList();
        beside.forEach(Thread::start);
        long left = inTurn.stream().filter(each -> !each.count().isWanted()).count();
        Duration rest = time;
        for (Scenario part : inTurn) {
            if (part.count().isWanted()) {
                run(part, folder, Duration.ZERO, tally);
            } else {
                long begun = System.nanoTime();
                run(part, folder, disturbed(rest.dividedBy(left--)), tally);
                rest = rest.minusNanos(System.nanoTime() - begun);
            }
        }
        for (Thread thread : beside) {
            thread.join();
        }
        return tally.last();
    }

    private boolean able(Scenario part, SoakTally tally) {
        String missing = part.missing();
        if (missing != null) {
            tally.skipped(part.name(), "needs " + missing, all || part.count().isWanted());
        }
        return missing == null;
    }

    private static Duration disturbed(Duration share) {
        return Duration.ofSeconds(Math.max(MIN_SHARE_SECONDS, share.toSeconds()) - SETTLING_SECONDS);
    }

    private static void run(Scenario part, Path folder, Duration time, SoakTally tally) {
        try {
            ScenarioOutcome outcome = part.run(folder, time);
            String tooFew = part.count().complaint();
            tally.judged(part.name(), tooFew == null ? outcome : outcome.and(List.of(tooFew)));
        } catch (Skipped e) {
            tally.skipped(part.name(), e.getMessage(), part.count().isWanted());
        } catch (Exception | AssertionError e) { // later scenarios still run
            tally.failed(part.name(), e);
        }
    }
}
