package io.outrider.obd.formula;

/** Function of the language. */
record Builtin(String name, Implementation body) {
    interface Implementation {
        Object call(Evaluation run, Args args);
    }
}
