package io.outrider.bench.soak;

import io.outrider.agent.testing.Mosquitto;
import io.outrider.bench.daemon.DaemonProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The unit in the virtual machine loses its power: SIGKILL to QEMU, then the same disk in the next one. Emulated beside
 * other load, a boot takes a minute or two: what does not come up in time before anything was cut says nothing.
 */
record PowerCuts(BatchReader reader, Random random, Consumer<String> says) implements Part {
    /** With less time there is one machine, which starts sooner than two. */
    private static final Duration LONG = Duration.ofMinutes(10);

    /** What a last start may take beyond the end. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final String DEED = "power cuts";
    private static final int PRODUCERS = 2;
    private static final int BATCH = 20;

    @Override
    public String name() {
        return "power-cuts";
    }

    @Override
    public String missing() {
        return Files.isExecutable(repository().resolve("bench/vm/run")) ? null : "a checkout with bench/vm";
    }

    /** The program lies in agent/target/outrider/bin of it. */
    private static Path repository() {
        return DaemonProcess.installed()
                .toAbsolutePath()
                .resolve("../../../../..")
                .normalize();
    }

    @Override
    public boolean beside() {
        return true;
    }

    /** Two machines at a time if there is time: most of a cut is waiting for the next boot. */
    @Override
    public Outcome run(Path folder, Duration time) throws Exception {
        int count = time.compareTo(LONG) < 0 ? 1 : 2;
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<Outcome>> machines = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String unit = name() + "-" + i;
                Random own = new Random(random.nextLong());
                machines.add(threads.submit(() -> cut(unit, folder, new Span(time, own))));
            }
            return sum(machines);
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(GRACE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** What came to something; skipped if none did. */
    private static Outcome sum(List<Future<Outcome>> machines) throws Exception {
        Sums sums = Sums.NONE;
        int cuts = 0;
        List<String> complaints = new ArrayList<>();
        Skipped skipped = null;
        for (Future<Outcome> machine : machines) {
            try {
                Outcome outcome = machine.get();
                sums = sums.plus(outcome.sums());
                cuts += outcome.deeds().get(DEED);
                complaints.addAll(outcome.complaints());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Skipped reason) {
                    skipped = reason;
                } else {
                    throw e;
                }
            }
        }
        if (cuts == 0 && skipped != null) {
            throw skipped;
        }
        return new Outcome(sums, Map.of(DEED, cuts), complaints);
    }

    private Outcome cut(String unit, Path folder, Span span) throws Exception {
        Ledger ledger = new Ledger(unit, true);
        int forwarded = Mosquitto.freePort();
        List<Producer> producers = new ArrayList<>();
        int cuts = 0;
        try (BrokerReceiver receiver = new BrokerReceiver(unit, folder, ledger, reader);
                Machine machine = new Machine(
                        repository(),
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
            return new Outcome(ledger.sums(), Map.of(DEED, cuts), new Tribunal(ledger).complaints());
        } finally {
            producers.forEach(Producer::close);
        }
    }

    /** Returns, with what it took, when the unit has taken records again. */
    private static Duration startUp(Machine machine, Ledger ledger, Span span, int cuts) throws Exception {
        long before = ledger.sums().produced();
        long begun = System.nanoTime();
        machine.start();
        while (ledger.sums().produced() <= before) {
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            boolean alive = machine.alive();
            if (!alive || !span.left(GRACE.negated())) {
                String ended = machine.ended();
                String what = "after %d power cuts the unit took no records for %d s, %s%s; see %s"
                        .formatted(
                                cuts,
                                took.toSeconds(),
                                alive ? "and time was up" : "and the machine ended",
                                ended.isEmpty() ? "" : " (" + ended + ")",
                                machine.log());
                if (cuts > 0 && !ended.isEmpty()) {
                    throw new IllegalStateException(what); // it came up, and could not go on with what it found
                }
                throw new Skipped(what);
            }
            Thread.sleep(LOOK.toMillis());
        }
        return Duration.ofNanos(System.nanoTime() - begun);
    }
}
