package io.outrider.bench.soak;

/** The broker is restarted, in order and not. */
record BrokerRestarts() implements FaultInjection {
    @Override
    public String name() {
        return "broker-restarts";
    }

    @Override
    public void disturb(Fixture scene, TimeBudget span) {
        scene.begin();
        while (span.left()) {
            span.pass(200, 6_000);
            if (span.chance(0.5)) {
                scene.receiver().restart();
            } else {
                scene.receiver().kill();
            }
            scene.did("broker restarts");
        }
    }
}
