package io.outrider.bench.soak;

/** Fault injection: SIGKILL to the daemon at random times, during its start too. */
record Kills() implements FaultInjection {
    static final String ACTION = "kills";

    @Override
    public String name() {
        return "kills";
    }

    @Override
    public void disturb(Fixture fixture, TimeBudget budget) throws Exception {
        fixture.begin();
        while (budget.left()) {
            budget.pass(50, 2_500);
            kill(fixture);
            if (budget.chance(0.1)) {
                fixture.unitUnderTest().startOnly();
                budget.pass(100, 1_500); // still starting
                kill(fixture);
            }
            fixture.unitUnderTest().start();
        }
    }

    private static void kill(Fixture fixture) throws InterruptedException {
        fixture.unitUnderTest().daemon().kill();
        fixture.did(ACTION);
    }
}
