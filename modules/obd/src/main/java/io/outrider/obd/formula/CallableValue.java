package io.outrider.obd.formula;

/** Callable value; refused as a result. */
interface CallableValue {
    String name();

    Object call(Evaluation run, Args args);
}
