package io.outrider.obd.formula;

import io.outrider.obd.formula.FormulaException.Kind;

/** Reason why there is no value, on its way up to the node that knows the place. */
final class EvaluationFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final Kind kind;
    private int position = -1;

    private EvaluationFailure(Kind kind, String reason) {
        super(reason, null, false, false);
        this.kind = kind;
    }

    static EvaluationFailure failed(String reason) {
        return new EvaluationFailure(Kind.FAILED, reason);
    }

    static EvaluationFailure refused(String reason) {
        return new EvaluationFailure(Kind.REFUSED, reason);
    }

    static EvaluationFailure syntax(String reason, int position) {
        return new EvaluationFailure(Kind.NOT_UNDERSTOOD, reason).at(position);
    }

    /** The innermost place wins: it is set once. */
    EvaluationFailure at(int place) {
        if (position < 0) {
            position = place;
        }
        return this;
    }

    FormulaException toException(String text) {
        return new FormulaException(kind, getMessage(), Math.max(position, 0), text);
    }
}
