package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Trace of a dry run: its steps; the innermost failure ends it. */
final class Trace {
    private final List<Formula.TraceStep> steps = new ArrayList<>();
    private final Set<String> shown = new HashSet<>();
    private boolean failed;

    void add(String expression, String value) {
        if (shown.add(expression)) {
            steps.add(new Formula.TraceStep(expression, value));
        }
    }

    void fail(String expression, EvaluationFailure failure) {
        if (!failed) {
            failed = true;
            steps.add(new Formula.TraceStep(expression, "error: " + failure.getMessage()));
        }
    }

    /** The whole formula comes last, even if a part reads the same. */
    List<Formula.TraceStep> finish(String whole, String value) {
        if (!failed) {
            steps.removeIf(step -> step.expression().equals(whole));
            steps.add(new Formula.TraceStep(whole, value));
        }
        return List.copyOf(steps);
    }

    List<Formula.TraceStep> finish(String whole, EvaluationFailure failure) {
        fail(whole, failure);
        return List.copyOf(steps);
    }
}
