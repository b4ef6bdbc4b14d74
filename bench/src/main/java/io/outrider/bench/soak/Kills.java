package io.outrider.bench.soak;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;

/** SIGKILL to the daemon, at any moment: while it starts, while it takes records, while it uploads. */
record Kills(BatchReader reader, Random random) implements Part {
    @Override
    public String name() {
        return "kills";
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
                span.pass(50, 2_500);
                trial.daemon().kill();
                trial.did("kills");
                if (span.chance(0.1)) {
                    trial.startOnly();
                    span.pass(100, 1_500); // not up yet
                    trial.daemon().kill();
                    trial.did("kills");
                }
                trial.start();
            }
            return trial.judge();
        }
    }
}
