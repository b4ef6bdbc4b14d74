package io.outrider.bench.soak;

import io.outrider.testkit.LossProxy;
import java.time.Duration;

/** Fault injection: 50 ms delay each way; half of the connections are refused, the others stall or are reset. */
record LossyNetwork() implements FaultInjection {
    private static final Duration DELAY = Duration.ofMillis(50);

    @Override
    public String name() {
        return "lossy-network";
    }

    @Override
    public void disturb(Fixture fixture, TimeBudget budget) {
        fixture.begin();
        LossProxy network = fixture.receiver().network();
        network.delay(DELAY);
        while (budget.left()) {
            network.mode(budget.chance(0.5) ? LossProxy.LossMode.CLOSE : LossProxy.LossMode.PASS);
            budget.pass(100, 5_000);
            switch (budget.one(4)) {
                case 0 -> network.mode(LossProxy.LossMode.STALL);
                case 1 -> network.mode(LossProxy.LossMode.STALL_ANSWERS);
                default -> network.cut();
            }
            budget.pass(0, 1_500);
            network.cut();
            fixture.did("connections cut");
        }
        network.mode(LossProxy.LossMode.PASS);
    }
}
