package io.outrider.bench.matrix;

import java.util.List;

/**
 * Result of a case.
 *
 * @param end {@code new} or {@code old}; empty if it is neither
 * @param problems empty for a good one
 */
record MatrixResult(MatrixCase of, String end, List<String> problems, double seconds) {
    static final String NEW = "new";
    static final String OLD = "old";

    boolean good() {
        return problems.isEmpty();
    }

    /** Judges the state after the recovery. */
    static MatrixResult judge(MatrixCase of, UnitState before, UnitState after) {
        boolean restarted = of.fault().isOfEngine();
        List<String> toOld = after.differencesToOld(before, restarted);
        List<String> toNew = after.differencesToNew(before, of.scenario(), restarted);
        if (toOld.isEmpty()) {
            return new MatrixResult(of, OLD, List.of(), 0);
        }
        if (of.scenario().fails()) {
            return new MatrixResult(of, "", toOld, 0);
        }
        return toNew.isEmpty()
                ? new MatrixResult(of, NEW, List.of(), 0)
                : new MatrixResult(of, "", toOld.size() < toNew.size() ? toOld : toNew, 0);
    }

    MatrixResult with(List<String> more) {
        return new MatrixResult(of, end, more, seconds);
    }

    MatrixResult after(double time) {
        return new MatrixResult(of, end, problems, time);
    }

    @Override
    public String toString() {
        return "%s: %s, %.1f s%s".formatted(of, end.isEmpty() ? "neither" : end, seconds, good() ? "" : " " + problems);
    }
}
