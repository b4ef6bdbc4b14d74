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

/** The unit in the virtual machine loses its power: SIGKILL to QEMU, then the same disk in the next one. */
record PowerCuts(BatchReader reader, Random random) implements Part {
    private static final Duration BOOT = Duration.ofSeconds(180);
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
    public Outcome run(Path folder, Duration time) throws Exception {
        Ledger ledger = new Ledger(name(), true);
        int forwarded = Mosquitto.freePort();
        int cuts = 0;
        try (BrokerReceiver receiver = new BrokerReceiver(name(), folder, ledger, reader);
                Machine machine = new Machine(
                        repository(),
                        folder.resolve(name()),
                        Machine.settings(name()) + Machine.link(receiver.port()),
                        forwarded)) {
            List<Producer> producers = new ArrayList<>();
            try {
                for (Span span = new Span(time, random); span.left(); cuts++) {
                    long before = ledger.sums().produced();
                    machine.start();
                    if (producers.isEmpty()) {
                        for (int lane = 0; lane < PRODUCERS; lane++) {
                            producers.add(new Producer(forwarded, lane, BATCH, ledger));
                        }
                    }
                    awaitRecords(ledger, before, machine);
                    span.pass(500, 8_000);
                    machine.cut();
                }
                machine.start();
                awaitRecords(ledger, ledger.sums().produced(), machine);
            } finally {
                producers.forEach(Producer::close);
            }
            return new Outcome(ledger.sums(), Map.of("power cuts", cuts), new Tribunal(ledger).complaints());
        }
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
