package io.outrider.obd.formula;

/** Something that can be called. Never a result. */
interface CallableValue {
    String name();

    Object call(Evaluation run, Args args);
}
