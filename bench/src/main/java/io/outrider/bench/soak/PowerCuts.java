package io.outrider.bench.soak;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Scenario of power cuts: SIGKILL to the QEMU machine of a unit, then the next machine with the same disk. An emulated boot
 * takes a minute or two beside other load: a machine that does not come up before the first cut is inconclusive.
 */
record PowerCuts(Path repository, BatchReader reader, Random random, Count count, Consumer<String> reporter)
        implements Scenario {
    static final String ACTION = "power cuts";

    /** With less time a single machine runs, as it boots faster than two. */
    private static final Duration PARALLEL_FROM = Duration.ofMinutes(10);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
    private static final int PRODUCERS = 2;
    private static final int BATCH = 20;

    PowerCuts(BatchReader reader, Random random, Count count, Consumer<String> reporter) {
        this(ofProgram(), reader, random, count, reporter);
    }

    @Override
    public String name() {
        return "power-cuts";
    }

    @Override
    public String missing() {
        return Files.isExecutable(repository.resolve("bench/vm/run")) ? null : "a checkout with bench/vm";
    }

    /** Checkout that contains the program in agent/target/outrider/bin. */
    private static Path ofProgram() {
        return DaemonProcess.installed()
                .toAbsolutePath()
                .resolve("../../../../..")
                .normalize();
    }

    @Override
    public boolean parallel() {
        return true;
    }

    @Override
    public Count count() {
        return count;
    }

    /** Two machines in parallel if time allows, as most of the time is spent on boots. */
    @Override
    public ScenarioOutcome run(Path folder, Duration time) throws Exception {
        int machines = count.isWanted() || time.compareTo(PARALLEL_FROM) >= 0 ? 2 : 1;
        return new ParallelRuns(name(), machines, count, reporter)
                .run((unit, seed) -> cut(unit, folder, new TimeBudget(time, count, new Random(seed))), random);
    }

    private ScenarioOutcome cut(String unit, Path folder, TimeBudget budget) throws Exception {
        Ledger ledger = new Ledger(unit, true);
        int forwarded = Mosquitto.freePort();
        List<Producer> producers = new ArrayList<>();
        int cuts = 0;
        try (BrokerReceiver receiver = new BrokerReceiver(unit, folder, ledger, reader);
                Machine machine = new Machine(
                        repository,
                        folder.resolve(unit),
                        Machine.settings(unit) + Machine.link(receiver.port()),
                        forwarded)) {
            for (int producer = 0; producer < PRODUCERS; producer++) {
                producers.add(new Producer(forwarded, producer, BATCH, ledger));
            }
            Duration took = startUp(machine, ledger, budget, cuts);
            while (budget.left(took)) {
                budget.pass(500, 8_000);
                machine.cut();
                cuts++;
                count.did(ACTION);
                Sums sums = ledger.sums();
                reporter.accept("%s: cut %d, %d s to start before: accepted %d, delivered %d, to come %d"
                        .formatted(unit, cuts, took.toSeconds(), sums.produced(), sums.delivered(), sums.lost()));
                took = startUp(machine, ledger, budget, cuts);
            }
            if (cuts == 0) {
                throw new Skipped("the machine took %d s to start, and no time was left to cut its power"
                        .formatted(took.toSeconds()));
            }
            producers.forEach(Producer::close);
            List<String> complaints =
                    new SettleCheck(ledger).complaints(); // waits for records that still count in the sums
            return new ScenarioOutcome(ledger.sums(), Map.of(ACTION, cuts), complaints);
        } catch (Skipped | IllegalStateException e) {
            return priorViolations(e, ledger, cuts);
        } finally {
            producers.forEach(Producer::close);
        }
    }

    /**
     * Violations before an inconclusive end still count.
     *
     * @throws Exception the given one, if there were none
     */
    private ScenarioOutcome priorViolations(Exception end, Ledger ledger, int cuts) throws Exception {
        List<String> wrong = ledger.wrongForGood();
        if (wrong.isEmpty()) {
            throw end;
        }
        count.giveUp();
        return new ScenarioOutcome(ledger.sums(), Map.of(ACTION, cuts), wrong)
                .and(List.of("it ended there: " + end.getMessage()));
    }

    /** Waits until the unit accepts records again; returns the time taken. */
    private Duration startUp(Machine machine, Ledger ledger, TimeBudget budget, int cuts) throws Exception {
        long before = ledger.sums().produced();
        long begun = System.nanoTime();
        machine.start();
        while (true) {
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            boolean alive = machine.alive(); // before the records, as it may accept some and exit
            if (ledger.sums().produced() > before) {
                return took;
            }
            boolean over = count.isWanted()
                    ? took.compareTo(RebootResult.BOOT_TIMEOUT) > 0
                    : !budget.left(RebootResult.GRACE.negated());
            if (!alive || over) {
                throw new RebootResult(cuts, took, alive, machine.ended()).verdict(machine.log());
            }
            Thread.sleep(POLL_INTERVAL.toMillis());
        }
    }
}
