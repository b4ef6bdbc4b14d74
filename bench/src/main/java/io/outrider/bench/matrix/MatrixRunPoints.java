package io.outrider.bench.matrix;

import io.outrider.api.Failure;
import io.outrider.docker.apply.ReleaseStepResult;
import io.outrider.docker.apply.StepListener;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.plan.ReleaseStep;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps of a run as it makes them, with the requests of each; a fault strikes at one of them. Steps that are under way together,
 * as the stops of several containers, count as one, by the name of the first.
 */
final class MatrixRunPoints implements StepListener {
    /** Effect of the fault. */
    interface Strike {
        void strike() throws Failure;
    }

    private final MatrixPoint target; // null for no fault
    private final MatrixFault.Place place;
    private final Strike strike;
    private final List<MatrixPoint> points = new ArrayList<>();
    private int underWay;
    private boolean struck;
    private String text;
    private int calls;

    MatrixRunPoints(MatrixPoint target, MatrixFault.Place place, Strike strike) {
        this.target = target;
        this.place = place;
        this.strike = strike;
    }

    static MatrixRunPoints withoutFault() {
        return new MatrixRunPoints(null, MatrixFault.Place.STEP, () -> {});
    }

    /** Steps that have ended. */
    List<MatrixPoint> points() {
        return List.copyOf(points);
    }

    boolean struck() {
        return struck;
    }

    @Override
    public synchronized void started(ReleaseStep step) {
        if (underWay++ == 0) {
            begin(step.text());
        }
    }

    @Override
    public synchronized void ended(ReleaseStepResult result) {
        if (underWay > 1) {
            underWay--;
            return;
        }
        end(result.step() instanceof ReleaseStep.Prove || result.step() instanceof ReleaseStep.PullImage ? 1 : calls);
    }

    private void begin(String step) {
        text = step;
        calls = 0;
        if (isTarget() && (place == MatrixFault.Place.STEP || place == MatrixFault.Place.BEFORE_CALL && isSilent())) {
            strikeQuietly();
        }
    }

    private void end(int counted) {
        if (isTarget() && place == MatrixFault.Place.AFTER_CALL && isSilent()) {
            strikeQuietly();
        }
        points.add(new MatrixPoint(points.size(), text, counted));
        underWay = 0;
    }

    private boolean isTarget() {
        return underWay > 0 && !struck && target != null && target.index() == points.size();
    }

    private boolean isSilent() {
        return target.calls() == 0;
    }

    private void strikeQuietly() {
        struck = true;
        try {
            strike.strike();
        } catch (Failure e) {
            throw new IllegalStateException("the step has no request that could fail", e);
        }
    }

    /** The engine, with the requests of the target's step. */
    Engine intercept(Engine engine) {
        return (Engine) Proxy.newProxyInstance(
                Engine.class.getClassLoader(),
                new Class<?>[] {Engine.class},
                (proxy, method, arguments) -> call(engine, method, arguments));
    }

    private synchronized Object call(Engine engine, Method method, Object[] arguments) throws Throwable {
        boolean alone = underWay == 0 && method.getName().equals("restartPolicy");
        if (alone) {
            underWay = 1;
            begin(MatrixPoint.POLICY + "a container");
        }
        try {
            calls++;
            if (isTarget() && place == MatrixFault.Place.BEFORE_CALL) {
                struck = true;
                strike.strike();
            }
            Object result = method.invoke(engine, arguments);
            if (isTarget() && place == MatrixFault.Place.AFTER_CALL && calls == target.calls()) {
                struck = true;
                strike.strike();
            }
            return result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } finally {
            if (alone) {
                end(calls);
            }
        }
    }
}
