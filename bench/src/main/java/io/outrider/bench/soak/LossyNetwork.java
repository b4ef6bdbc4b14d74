package io.outrider.bench.soak;

import io.outrider.agent.testing.LossProxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;

/** Every piece of data takes 50 ms each way; of the connections half are refused, and the others stall or are reset soon. */
record LossyNetwork(BatchReader reader, Random random) implements Part {
    private static final Duration DELAY = Duration.ofMillis(50);

    @Override
    public String name() {
        return "lossy-network";
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
            LossProxy network = receiver.network();
            network.delay(DELAY);
            for (Span span = new Span(time, random); span.left(); ) {
                network.mode(span.chance(0.5) ? LossProxy.Mode.CLOSE : LossProxy.Mode.PASS);
                span.pass(100, 5_000);
                switch (span.one(4)) {
                    case 0 -> network.mode(LossProxy.Mode.STALL);
                    case 1 -> network.mode(LossProxy.Mode.STALL_ANSWERS);
                    default -> network.cut();
                }
                span.pass(0, 1_500);
                network.cut();
                trial.did("connections cut");
            }
            network.mode(LossProxy.Mode.PASS);
            return trial.judge();
        }
    }
}
