package io.outrider.obd.formula;

/** Function of the language. */
record Builtin(String name, Body body) {
    interface Body {
        Object call(Evaluation run, Args args);
    }
}
