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
 * The unit in the virtual machine loses its power: SIGKILL to QEMU, then the same disk in the next one. Emulated beside
 * other load, a boot takes a minute or two: what does not come up in time before anything was cut says nothing.
 */
record PowerCuts(Path repository, BatchReader reader, Random random, Count count, Consumer<String> says)
        implements Scenario {
    static final String DEED = "power cuts";

    /** With less time there is one machine, which starts sooner than two. */
    private static final Duration LONG = Duration.ofMinutes(10);

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final int PRODUCERS = 2;
    private static final int BATCH = 20;

    PowerCuts(BatchReader reader, Random random, Count count, Consumer<String> says) {
        this(ofProgram(), reader, random, count, says);
    }

    @Override
    public String name() {
        return "power-cuts";
    }

    @Override
    public String missing() {
        return Files.isExecutable(repository.resolve("bench/vm/run")) ? null : "a checkout with bench/vm";
    }

    /** The program lies in agent/target/outrider/bin of it. */
    private static Path ofProgram() {
        return DaemonProcess.installed()
                .toAbsolutePath()
                .resolve("../../../../..")
                .normalize();
    }

    @Override
    public boolean beside() {
        return true;
    }

    @Override
    public Count count() {
        return count;
    }

    /** Two machines at a time if there is time: most of a cut is waiting for the next boot. */
    @Override
    public ScenarioOutcome run(Path folder, Duration time) throws Exception {
        int machines = count.isWanted() || time.compareTo(LONG) >= 0 ? 2 : 1;
        return new ParallelRuns(name(), machines, count, says)
                .run((unit, seed) -> cut(unit, folder, new TimeBudget(time, count, new Random(seed))), random);
    }

    private ScenarioOutcome cut(String unit, Path folder, TimeBudget span) throws Exception {
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
            for (int lane = 0; lane < PRODUCERS; lane++) {
                producers.add(new Producer(forwarded, lane, BATCH, ledger));
            }
            Duration took = startUp(machine, ledger, span, cuts);
            while (span.left(took)) {
                span.pass(500, 8_000);
                machine.cut();
                cuts++;
                count.did(DEED);
                Sums sums = ledger.sums();
                says.accept("%s: cut %d, %d s to start before: accepted %d, delivered %d, to come %d"
                        .formatted(unit, cuts, took.toSeconds(), sums.produced(), sums.delivered(), sums.lost()));
                took = startUp(machine, ledger, span, cuts);
            }
            if (cuts == 0) {
                throw new Skipped("the machine took %d s to start, and no time was left to cut its power"
                        .formatted(took.toSeconds()));
            }
            producers.forEach(Producer::close);
            List<String> complaints = new SettleCheck(ledger).complaints(); // what comes meanwhile belongs to the sums
            return new ScenarioOutcome(ledger.sums(), Map.of(DEED, cuts), complaints);
        } catch (Skipped | IllegalStateException e) {
            return whatWasWrongBefore(e, ledger, cuts);
        } finally {
            producers.forEach(Producer::close);
        }
    }

    /**
     * That it cannot go on takes nothing back of what the unit did before.
     *
     * @throws Exception the end, if nothing was wrong before
     */
    private ScenarioOutcome whatWasWrongBefore(Exception end, Ledger ledger, int cuts) throws Exception {
        List<String> wrong = ledger.wrongForGood();
        if (wrong.isEmpty()) {
            throw end;
        }
        count.giveUp();
        return new ScenarioOutcome(ledger.sums(), Map.of(DEED, cuts), wrong)
                .and(List.of("it ended there: " + end.getMessage()));
    }

    /** Returns, with what it took, when the unit has taken records again. */
    private Duration startUp(Machine machine, Ledger ledger, TimeBudget span, int cuts) throws Exception {
        long before = ledger.sums().produced();
        long begun = System.nanoTime();
        machine.start();
        while (true) {
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            boolean alive = machine.alive(); // before the records: it may take some and end
            if (ledger.sums().produced() > before) {
                return took;
            }
            boolean over = count.isWanted()
                    ? took.compareTo(RebootResult.PATIENCE) > 0
                    : !span.left(RebootResult.GRACE.negated());
            if (!alive || over) {
                throw new RebootResult(cuts, took, alive, machine.ended()).notAnyMore(machine.log());
            }
            Thread.sleep(LOOK.toMillis());
        }
    }
}
