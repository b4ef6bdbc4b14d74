package io.outrider.bench.soak;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;

/** A part in which a unit with producers on it, and a broker of its own, is disturbed in one way. */
record FaultScenario(FaultInjection way, BatchReader reader, Random random, Count count, Consumer<String> says)
        implements Scenario {
    /** A daemon takes a second of a processor to start, and test machines have two. */
    private static final int SIDE_BY_SIDE = 2;

    /** As often as there is time for. */
    FaultScenario(FaultInjection way, BatchReader reader, Random random) {
        this(way, reader, random, Count.AS_TIME_ALLOWS, said -> {});
    }

    @Override
    public String name() {
        return way.name();
    }

    @Override
    public String missing() {
        return way.missing();
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
        return new ParallelRuns(name(), SIDE_BY_SIDE, count, says)
                .run((unit, seed) -> one(unit, folder, new TimeBudget(time, count, new Random(seed))), random);
    }

    private ScenarioOutcome one(String unit, Path folder, TimeBudget span) throws Exception {
        try (Fixture scene = new Fixture(unit, folder, reader, count)) {
            way.disturb(scene, span);
            return scene.judge();
        }
    }
}
