package io.outrider.bench.matrix;

/** Cell of the matrix: a fault at a step of a scenario. */
record MatrixCase(MatrixScenario scenario, MatrixPoint point, MatrixFault fault) {
    @Override
    public String toString() {
        return scenario.text() + " step " + point.index() + " (" + point.text() + ") " + fault.text();
    }
}
