package io.outrider.bench.soak;

/** Fault injection: restarts of the broker, by SIGTERM and SIGKILL. */
record BrokerRestarts() implements FaultInjection {
    @Override
    public String name() {
        return "broker-restarts";
    }

    @Override
    public void disturb(Fixture fixture, TimeBudget budget) {
        fixture.begin();
        while (budget.left()) {
            budget.pass(200, 6_000);
            if (budget.chance(0.5)) {
                fixture.receiver().restart();
            } else {
                fixture.receiver().kill();
            }
            fixture.did("broker restarts");
        }
    }
}
