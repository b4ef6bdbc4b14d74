package io.outrider.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.docker.apply.ReleaseStepResult;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleaseStep;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatrixRunPointsTest {
    private static final ReleaseStep STOP = new ReleaseStep.StopContainer("1", "app");
    private static final ReleaseStep COMMIT = new ReleaseStep.Commit("fleet", "2.0", "hash2");

    private final List<String> calls = new ArrayList<>();

    /** Engine that notes what it is asked. */
    private Engine engine(MatrixRunPoints points) {
        return points.intercept((Engine) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Engine.class}, (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    return null;
                }));
    }

    private void run(MatrixRunPoints points) throws Exception {
        Engine engine = engine(points);
        engine.containers();
        engine.restartPolicy("1", RestartPolicy.NO);
        points.started(STOP);
        try {
            engine.restartPolicy("1", RestartPolicy.NO);
            engine.stop("1", null);
        } finally {
            end(points, STOP);
        }
        points.started(COMMIT);
        end(points, COMMIT);
    }

    private static void end(MatrixRunPoints points, ReleaseStep step) {
        points.ended(new ReleaseStepResult(step, Instant.EPOCH, Duration.ZERO, null));
    }

    private MatrixRunPoints failing(int step, int requests, MatrixFault.Place place) {
        return new MatrixRunPoints(new MatrixPoint(step, "", requests), place, () -> {
            calls.add("fault");
            throw new Failure(DockerErrors.ENGINE_FAILED, "as the test wants");
        });
    }

    @Test
    void eachStepIsAPointWithItsRequestsAndSoIsARequestBeforeTheFirstStop() throws Exception {
        MatrixRunPoints points = MatrixRunPoints.withoutFault();
        run(points);
        assertThat(points.points())
                .containsExactly(
                        new MatrixPoint(0, "take the restart policy of a container", 1),
                        new MatrixPoint(1, "stop app and keep it for the way back", 2),
                        new MatrixPoint(2, "note fleet@2.0 as applied", 0));
        assertThat(points.struck()).isFalse();
    }

    @Test
    void stepsThatAreUnderWayTogetherAreOnePoint() throws Exception {
        MatrixRunPoints points = MatrixRunPoints.withoutFault();
        Engine engine = engine(points);
        ReleaseStep other = new ReleaseStep.StopContainer("2", "log");
        points.started(STOP);
        points.started(other);
        engine.stop("1", null);
        engine.stop("2", null);
        end(points, STOP);
        end(points, other);
        run(points);
        assertThat(points.points())
                .startsWith(
                        new MatrixPoint(0, "stop app and keep it for the way back", 2),
                        new MatrixPoint(1, "take the restart policy of a container", 1));
    }

    @Test
    void aFaultBeforeTheRequestKeepsItFromTheEngine() {
        MatrixRunPoints points = failing(1, 2, MatrixFault.Place.BEFORE_CALL);
        assertThatThrownBy(() -> run(points)).isInstanceOf(Failure.class).hasMessage("as the test wants");
        assertThat(calls).containsExactly("containers", "restartPolicy", "fault");
        assertThat(points.struck()).isTrue();
    }

    @Test
    void aFaultAfterTheRequestComesAfterTheLastOfTheStep() {
        MatrixRunPoints points = failing(1, 2, MatrixFault.Place.AFTER_CALL);
        assertThatThrownBy(() -> run(points)).isInstanceOf(Failure.class);
        assertThat(calls).containsExactly("containers", "restartPolicy", "restartPolicy", "stop", "fault");
    }

    @Test
    void aRequestBeforeTheFirstStopCanFailToo() {
        MatrixRunPoints points = failing(0, 1, MatrixFault.Place.BEFORE_CALL);
        assertThatThrownBy(() -> run(points)).isInstanceOf(Failure.class);
        assertThat(calls).containsExactly("containers", "fault");
    }

    @Test
    void aStepWithoutRequestsIsMetAtItsBeginAndItsEnd() throws Exception {
        for (MatrixFault.Place place : MatrixFault.Place.values()) {
            calls.clear();
            MatrixRunPoints points = new MatrixRunPoints(new MatrixPoint(2, "", 0), place, () -> calls.add("fault"));
            run(points);
            assertThat(points.struck()).isTrue();
            assertThat(calls).endsWith("stop", "fault");
            assertThat(calls.stream().filter("fault"::equals)).hasSize(1);
        }
    }

    @Test
    void aStepThatIsNotReachedMeetsNoFault() throws Exception {
        MatrixRunPoints points = failing(7, 1, MatrixFault.Place.STEP);
        run(points);
        assertThat(points.struck()).isFalse();
        assertThat(calls).doesNotContain("fault");
    }
}
