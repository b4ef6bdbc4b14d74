package io.outrider.obd.formula;

/** Something that can be called. Never a result. */
interface Function {
    String name();

    Object call(Run run, Args args);
}
