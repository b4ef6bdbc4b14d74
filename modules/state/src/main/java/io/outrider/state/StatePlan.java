package io.outrider.state;

import io.outrider.api.Failure;
import io.outrider.api.FaultOwner;
import io.outrider.api.State;
import io.outrider.api.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Validated steps of a state. */
record StatePlan(String sls, List<Step> steps) {
    private static final Logger LOG = LoggerFactory.getLogger(StatePlan.class);

    /**
     * @param taken keys of the earlier steps; this plan adds its own
     * @throws Failure if the plan fails, or is invalid, which is a fault of its module
     */
    static StatePlan of(State state, Set<String> taken) throws Failure, InterruptedException {
        return of(state, state.plan()::steps, taken);
    }

    /** Plan of a run of all pending states; otherwise as {@link #of}. */
    static StatePlan pending(State state, Set<String> taken) throws Failure, InterruptedException {
        return of(state, state.plan()::pending, taken);
    }

    private static StatePlan of(State state, State.Plan plan, Set<String> taken) throws Failure, InterruptedException {
        try {
            List<Step> steps = steps(state, plan);
            check(state.name(), steps, taken);
            return new StatePlan(state.name(), steps);
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            FaultOwner owner = owner(state.name(), state.plan().getClass());
            LOG.error("plan of state {} failed{}", state.name(), owner.logSuffix(), e);
            throw owner.failure(state.name(), e);
        }
    }

    private static List<Step> steps(State state, State.Plan plan) throws Failure, InterruptedException {
        try {
            return List.copyOf(plan.steps());
        } catch (Failure e) {
            throw e.withMessage(state.name() + ": " + e.getMessage());
        }
    }

    /** Owner of a fault in a class of the module that has the state. */
    static FaultOwner owner(String sls, Class<?> type) {
        return FaultOwner.of(sls.substring(0, sls.indexOf('.')), type);
    }

    private static void check(String sls, List<Step> steps, Set<String> taken) throws Failure {
        Set<String> all = new HashSet<>();
        for (Step step : steps) {
            if (step.requires() == null || step.requires().stream().anyMatch(Objects::isNull)) {
                throw bad(sls, "has a step " + step.id() + " that does not say what it requires");
            }
            if (!all.add(step.id())) {
                throw bad(sls, "has two steps called " + step.id());
            }
        }
        Set<String> earlier = new HashSet<>();
        Set<String> keys = new HashSet<>();
        for (Step step : steps) {
            for (String required : step.requires()) {
                if (!all.contains(required)) {
                    throw bad(sls, step.id() + " requires " + required + ", which is no step of it");
                }
                if (!earlier.contains(required)) {
                    throw bad(sls, step.id() + " requires " + required + ", which does not come before it");
                }
            }
            earlier.add(step.id());
            if (taken.contains(key(step)) || !keys.add(key(step))) {
                throw bad(sls, "has a step " + key(step) + " that the run has already");
            }
        }
        taken.addAll(keys);
    }

    private static Failure bad(String sls, String sentence) {
        return new Failure(StateErrors.BAD_PLAN, sls + " " + sentence + "; nothing of it was run; please report it");
    }

    /** Key of a step in the return. */
    static String key(Step step) {
        return key(step.module(), step.id(), step.name(), step.function());
    }

    static String key(String module, String id, String name, String function) {
        return module + "_|-" + id + "_|-" + name + "_|-" + function;
    }

    /** True if a run would change something; a failing step counts too, so that the run reports it. */
    boolean isPending() throws InterruptedException {
        for (Step step : steps) {
            try {
                if (!step.check().changes().isEmpty()) {
                    return true;
                }
            } catch (Failure | RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
                return true;
            }
        }
        return false;
    }
}
