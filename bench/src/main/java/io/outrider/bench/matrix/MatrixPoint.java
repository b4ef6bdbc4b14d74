package io.outrider.bench.matrix;

/**
 * Step of a run without faults, a row of the table.
 *
 * @param index from 0, in the run's order
 * @param calls requests to the engine in it; 1 for those whose number depends on time
 */
record MatrixPoint(int index, String text, int calls) {
    /** Begin of the text of the requests before the first stop, which are no step of the plan. */
    static final String POLICY = "take the restart policy of ";
}
