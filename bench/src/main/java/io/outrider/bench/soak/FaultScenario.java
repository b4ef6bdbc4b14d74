package io.outrider.bench.soak;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;

/** Scenario of one fault injection: a unit with producers and its own broker. */
record FaultScenario(
        FaultInjection injection, BatchReader reader, Random random, Count count, Consumer<String> reporter)
        implements Scenario {
    /** Units in parallel: a daemon takes 1 s of a processor to start, and test machines have two. */
    private static final int UNITS = 2;

    /** Without a wanted number. */
    FaultScenario(FaultInjection injection, BatchReader reader, Random random) {
        this(injection, reader, random, Count.AS_TIME_ALLOWS, said -> {});
    }

    @Override
    public String name() {
        return injection.name();
    }

    @Override
    public String missing() {
        return injection.missing();
    }

    @Override
    public Count count() {
        return count;
    }

    @Override
    public ScenarioOutcome run(Path folder, Duration time) throws Exception {
        if (!count.isWanted()) {
            return one(name(), folder, new TimeBudget(time, count, random));
        }
        return new ParallelRuns(name(), UNITS, count, reporter)
                .run((unit, seed) -> one(unit, folder, new TimeBudget(time, count, new Random(seed))), random);
    }

    private ScenarioOutcome one(String unit, Path folder, TimeBudget budget) throws Exception {
        try (Fixture fixture = new Fixture(unit, folder, reader, count)) {
            injection.disturb(fixture, budget);
            return fixture.outcome();
        }
    }
}
