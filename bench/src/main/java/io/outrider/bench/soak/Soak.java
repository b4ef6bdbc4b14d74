package io.outrider.bench.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * {@code bench/soak [OPTION]... [PART]...}: all that can happen to a unit's records, one way after the other,
 * and one line of sums. Exits with 0 only if they hold.
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
    private static final long LEAST_SHARE_SECONDS = 20;

    /** Of its share, for a unit to start and for silence after all has arrived. */
    private static final long SETTLING_SECONDS = 10;

    /** Of the kills, after how many it says so. */
    private static final int KILLS_SAID = 50;

    private final PrintStream out;
    private final List<Scenario> parts;
    private final boolean all;

    /** @param all whether it is wrong if a part lacks something of this machine */
    Soak(PrintStream out, List<Scenario> parts, boolean all) {
        this.out = out;
        this.parts = parts;
        this.all = all;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(run(arguments, System.out, System.err));
    }

    static int run(String[] arguments, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        Options options = Options.of(arguments, System.nanoTime());
        List<String> wanted = options.others();
        List<Scenario> all = parts(new BatchesOfColumns(), options, out);
        List<String> names = all.stream().map(Scenario::name).toList();
        if (!names.containsAll(wanted)) {
            boolean help = wanted.contains("--help") || wanted.contains("-h");
            (help ? out : err).printf(USAGE, String.join(", ", names));
            return help ? 0 : 2;
        }
        List<Scenario> parts = all.stream()
                .filter(each -> wanted.isEmpty() || wanted.contains(each.name()))
                .toList();
        Path folder = Files.createTempDirectory("outrider-soak");
        out.println("seed " + options.seed() + ", logs in " + folder);
        return new Soak(out, parts, options.all()).run(folder, Duration.ofMinutes(options.minutes())) ? 0 : 1;
    }

    private static List<Scenario> parts(BatchReader reader, Options options, PrintStream out) {
        Random random = new Random(options.seed());
        Random beside = new Random(random.nextLong()); // power cuts draw at the same time as others
        Count kills = new Count(options.kills(), Kills.DEED, KILLS_SAID, out::println);
        Count cuts = new Count(options.cuts(), PowerCuts.DEED, 1, said -> {}); // it tells more of each itself
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
     * Of those of which no number is asked, each gets the same share of what time is left; those that run beside others
     * get all of it.
     */
    boolean run(Path folder, Duration time) throws InterruptedException {
        SoakTally tally = new SoakTally(out);
        List<Scenario> able = parts.stream().filter(each -> able(each, tally)).toList();
        List<Scenario> inTurn = able.stream().filter(each -> !each.beside()).toList();
        List<Thread> beside = able.stream()
                .filter(Scenario::beside)
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
        return Duration.ofSeconds(Math.max(LEAST_SHARE_SECONDS, share.toSeconds()) - SETTLING_SECONDS);
    }

    private static void run(Scenario part, Path folder, Duration time, SoakTally tally) {
        try {
            ScenarioOutcome outcome = part.run(folder, time);
            String tooFew = part.count().complaint();
            tally.judged(part.name(), tooFew == null ? outcome : outcome.and(List.of(tooFew)));
        } catch (Skipped e) {
            tally.skipped(part.name(), e.getMessage(), part.count().isWanted());
        } catch (Exception | AssertionError e) { // the others still run
            tally.failed(part.name(), e);
        }
    }
}
