package io.outrider.bench.soak;

import io.outrider.testkit.LossProxy;
import java.time.Duration;

/** Every piece of data takes 50 ms each way; of the connections half are refused, and the others stall or are reset soon. */
record LossyNetwork() implements FaultInjection {
    private static final Duration DELAY = Duration.ofMillis(50);

    @Override
    public String name() {
        return "lossy-network";
    }

    @Override
    public void disturb(Fixture scene, TimeBudget span) {
        scene.begin();
        LossProxy network = scene.receiver().network();
        network.delay(DELAY);
        while (span.left()) {
            network.mode(span.chance(0.5) ? LossProxy.Mode.CLOSE : LossProxy.Mode.PASS);
            span.pass(100, 5_000);
            switch (span.one(4)) {
                case 0 -> network.mode(LossProxy.Mode.STALL);
                case 1 -> network.mode(LossProxy.Mode.STALL_ANSWERS);
                default -> network.cut();
            }
            span.pass(0, 1_500);
            network.cut();
            scene.did("connections cut");
        }
        network.mode(LossProxy.Mode.PASS);
    }
}
