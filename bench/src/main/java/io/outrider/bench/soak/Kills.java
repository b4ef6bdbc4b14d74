package io.outrider.bench.soak;

/** SIGKILL to the daemon, at any moment: while it starts, while it takes records, while it uploads. */
record Kills() implements FaultInjection {
    static final String DEED = "kills";

    @Override
    public String name() {
        return "kills";
    }

    @Override
    public void disturb(Fixture scene, TimeBudget span) throws Exception {
        scene.begin();
        while (span.left()) {
            span.pass(50, 2_500);
            kill(scene);
            if (span.chance(0.1)) {
                scene.trial().startOnly();
                span.pass(100, 1_500); // not up yet
                kill(scene);
            }
            scene.trial().start();
        }
    }

    private static void kill(Fixture scene) throws InterruptedException {
        scene.trial().daemon().kill();
        scene.did(DEED);
    }
}
