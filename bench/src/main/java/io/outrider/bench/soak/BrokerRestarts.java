package io.outrider.bench.soak;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;

/** The broker is restarted, in order and not. */
record BrokerRestarts(BatchReader reader, Random random) implements Part {
    @Override
    public String name() {
        return "broker-restarts";
    }

    @Override
    public String missing() {
        return null;
    }

    @Override
    public Outcome run(Path folder, Duration time) throws Exception {
        Ledger ledger = new Ledger(name(), false);
        try (BrokerReceiver receiver = new BrokerReceiver(name(), folder, ledger, reader);
                Trial trial = new Trial(name(), folder, ledger, receiver, "")) {
            trial.start();
            trial.produce();
            for (Span span = new Span(time, random); span.left(); ) {
                span.pass(200, 6_000);
                if (span.chance(0.5)) {
                    receiver.restart();
                } else {
                    receiver.kill();
                }
                trial.did("broker restarts");
            }
            return trial.judge();
        }
    }
}
