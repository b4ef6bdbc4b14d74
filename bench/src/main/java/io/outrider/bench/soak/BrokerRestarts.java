package io.outrider.bench.soak;

/** The broker is restarted, in order and not. */
record BrokerRestarts() implements Disturbance {
    @Override
    public String name() {
        return "broker-restarts";
    }

    @Override
    public void disturb(Scene scene, Span span) {
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
