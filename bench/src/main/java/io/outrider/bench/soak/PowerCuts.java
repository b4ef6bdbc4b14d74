package io.outrider.bench.soak;

import io.outrider.agent.testing.Await;
import io.outrider.agent.testing.Mosquitto;
import io.outrider.bench.daemon.DaemonProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The unit in the virtual machine loses its power: SIGKILL to QEMU, then the same disk in the next one. */
record PowerCuts(BatchReader reader, Random random, Consumer<String> says) implements Part {
    private static final Duration BOOT = Duration.ofSeconds(600);
    private static final int MACHINES = 2;
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

    /** Two machines at a time: most of a cut is waiting for the next boot. */
    @Override
    public Outcome run(Path folder, Duration time) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(MACHINES);
        try {
            List<Future<Outcome>> machines = new ArrayList<>();
            for (int i = 0; i < MACHINES; i++) {
                String unit = name() + "-" + i;
                Random own = new Random(random.nextLong());
                machines.add(threads.submit(() -> cut(unit, folder, new Span(time, own))));
            }
            Sums sums = Sums.NONE;
            int cuts = 0;
            List<String> complaints = new ArrayList<>();
            for (Future<Outcome> machine : machines) {
                sums = sums.plus(machine.get().sums());
                cuts += machine.get().deeds().get(DEED);
                complaints.addAll(machine.get().complaints());
            }
            return new Outcome(sums, Map.of(DEED, cuts), complaints);
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(BOOT.toSeconds(), TimeUnit.SECONDS);
        }
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
            while (span.left()) {
                startUp(machine, ledger);
                span.pass(500, 8_000);
                machine.cut();
                cuts++;
                Sums sums = ledger.sums();
                says.accept("%s: cut %d: accepted %d, delivered %d, to come %d"
                        .formatted(unit, cuts, sums.produced(), sums.delivered(), sums.lost()));
            }
            startUp(machine, ledger);
            producers.forEach(Producer::close);
            return new Outcome(ledger.sums(), Map.of(DEED, cuts), new Tribunal(ledger).complaints());
        } finally {
            producers.forEach(Producer::close);
        }
    }

    /** Returns when the unit has taken records again. */
    private static void startUp(Machine machine, Ledger ledger) {
        long before = ledger.sums().produced();
        machine.start();
        awaitRecords(ledger, before, machine);
    }

    private static void awaitRecords(Ledger ledger, long before, Machine machine) {
        Await.until("the unit takes records again, see " + machine.log(), BOOT, () -> {
            if (!machine.alive()) {
                throw new IllegalStateException("the machine ended, see " + machine.log());
            }
            return ledger.sums().produced() > before;
        });
    }
}
