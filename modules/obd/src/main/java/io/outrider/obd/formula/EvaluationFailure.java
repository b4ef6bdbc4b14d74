package io.outrider.obd.formula;

import io.outrider.obd.formula.FormulaException.Kind;

/** Internal exception of a failed evaluation; a node adds its position. */
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

    /** Sets the position once, so that the innermost node wins. */
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
