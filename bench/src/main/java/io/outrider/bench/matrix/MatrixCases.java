package io.outrider.bench.matrix;

import io.outrider.api.Failure;
import io.outrider.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Cases of the matrix on one unit: each begins anew, meets its fault, recovers and is judged. For one thread. */
final class MatrixCases implements AutoCloseable {
    /** Longer than an engine needs to start. */
    private static final int RESTART_WAIT = 30;

    private static final int SHORT_WAIT = 2;

    private static final Duration SETTLED = Duration.ofSeconds(5);

    private final MatrixWorld world;
    private final Path agentLog;
    private KilledAgent agent; // started ahead, as a process needs its time

    MatrixCases(MatrixWorld world) {
        this.world = world;
        this.agentLog = world.folder().resolve("killed-agents.log");
    }

    /** Steps of a scenario without faults that a fault may meet. */
    List<MatrixPoint> points(MatrixScenario scenario) throws Exception {
        UnitState before = world.reset(scenario);
        MatrixRunPoints points = MatrixRunPoints.withoutFault();
        Failure failure = run(scenario, points, SHORT_WAIT);
        UnitState after = world.state();
        List<String> problems = scenario.fails()
                ? after.differencesToOld(before, false)
                : after.differencesToNew(before, scenario, false);
        if (scenario.fails() == (failure == null) || !problems.isEmpty()) {
            throw new IllegalStateException(scenario.text() + " without a fault: " + failure + " " + problems);
        }
        List<MatrixPoint> all = points.points().stream()
                .map(each -> new MatrixPoint(each.index(), world.shortened(each.text()), each.calls()))
                .toList();
        if (scenario.fails()) {
            List<String> texts = all.stream().map(MatrixPoint::text).toList();
            int prove = texts.indexOf(texts.stream()
                    .filter(each -> each.startsWith("watch"))
                    .findFirst()
                    .orElseThrow());
            return all.subList(prove, all.size());
        }
        return all;
    }

    MatrixResult run(MatrixCase each) {
        long begin = System.nanoTime();
        MatrixResult result;
        try {
            result = outcome(each);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            result = new MatrixResult(each, "", List.of("interrupted"), 0);
        } catch (Exception | AssertionError e) {
            result = new MatrixResult(each, "", List.of(e.toString()), 0);
        }
        return result.after((System.nanoTime() - begin) / 1e9);
    }

    private MatrixResult outcome(MatrixCase each) throws Exception {
        UnitState before = world.reset(each.scenario());
        Instant begun = Instant.now();
        boolean struck;
        try {
            struck = strike(each);
        } finally {
            Thread.interrupted(); // a cancelled run leaves it set, if the fault came after its last look
            world.heal();
        }
        recover(each, begun);
        MatrixResult result = judge(each, before);
        if (!struck) {
            return result.with(List.of("the fault did not meet the step"));
        }
        return result.good() ? result.with(again(each, before, world.state(), result.end())) : result;
    }

    private MatrixResult judge(MatrixCase each, UnitState before) throws Exception {
        MatrixResult result = MatrixResult.judge(each, before, world.state());
        long deadline = System.nanoTime() + SETTLED.toNanos();
        while (each.fault().isOfEngine() && !result.good() && System.nanoTime() < deadline) {
            Thread.sleep(200); // an engine starts its containers after it answers
            result = MatrixResult.judge(each, before, world.state());
        }
        return result;
    }

    private boolean strike(MatrixCase each) throws Exception {
        int probation = each.scenario().fails() ? 2 : 0;
        boolean rollback = each.scenario() == MatrixScenario.ROLLBACK;
        Map<String, Object> document = world.document(each.scenario().desired());
        MatrixUnit.Setup setup = world.setup(probation, SHORT_WAIT);
        if (each.fault() == MatrixFault.VEHICLE) {
            return new VehicleStart(
                            setup,
                            document,
                            text -> world.shortened(text).equals(each.point().text()))
                    .run(rollback);
        }
        if (each.fault().isOfAgent()) {
            KilledAgent now =
                    agent == null ? new KilledAgent(world.setup(0, RESTART_WAIT), world.document(1), agentLog) : agent;
            agent = new KilledAgent(world.setup(0, RESTART_WAIT), world.document(1), agentLog);
            return now.run(new KilledAgent.Order(
                    document, rollback, each.point(), each.fault().place(), probation));
        }
        MatrixRunPoints points =
                new MatrixRunPoints(each.point(), each.fault().place(), () -> world.strike(each.fault()));
        boolean longer = each.fault() == MatrixFault.RESTART || each.fault() == MatrixFault.ENGINE_KILLED;
        try {
            run(each.scenario(), points, longer ? RESTART_WAIT : SHORT_WAIT);
        } catch (InterruptedException e) {
            if (each.fault() != MatrixFault.CANCEL) {
                throw e;
            }
        }
        return points.struck();
    }

    private Failure run(MatrixScenario scenario, MatrixRunPoints points, int engineWait) throws Exception {
        MatrixUnit.Setup setup = world.setup(scenario.fails() ? 2 : 0, engineWait);
        try (MatrixUnit unit = new MatrixUnit(setup, world.document(scenario.desired()), points)) {
            return unit.run(scenario == MatrixScenario.ROLLBACK);
        }
    }

    /**
     * The agent's next start. An engine that was killed stops at its start what still runs, and takes it for stopped by hand:
     * the worker starts it again, as is done here.
     */
    private void recover(MatrixCase each, Instant begun) throws Exception {
        try (MatrixUnit unit = new MatrixUnit(
                world.setup(0, SHORT_WAIT),
                world.document(each.scenario().desired()),
                MatrixRunPoints.withoutFault())) {
            Await.until("the recovery has nothing left to do", unit::recover);
            if (each.fault() == MatrixFault.ENGINE_KILLED) {
                unit.startEnded(begun);
            }
        }
    }

    /** One more run ends where it should, and a run after that changes nothing. */
    private List<String> again(MatrixCase each, UnitState before, UnitState after, String end) throws Exception {
        MatrixScenario scenario = each.scenario();
        boolean byHand = scenario == MatrixScenario.ROLLBACK;
        if (byHand && end.equals(MatrixResult.NEW)) {
            return List.of(); // gone back to already
        }
        Failure failure = run(scenario, MatrixRunPoints.withoutFault(), SHORT_WAIT);
        UnitState last = world.state();
        List<String> problems = new ArrayList<>();
        if (scenario.fails()) {
            problems.addAll(last.differencesToOld(before, each.fault().isOfEngine()));
        } else if (end.equals(MatrixResult.OLD)) {
            if (failure != null) {
                problems.add("the next run failed: " + failure.getMessage());
            }
            problems.addAll(last.differencesToNew(before, scenario, each.fault().isOfEngine()));
        } else if (!last.equals(after)) {
            problems.add("a second run changed something: " + after + " became " + last);
        }
        return problems;
    }

    @Override
    public void close() {
        if (agent != null) {
            agent.close();
        }
        world.close();
    }
}
