package io.outrider.obd.formula;

/** Built-in function of the language. */
record Builtin(String name, Body body) implements CallableValue {
    interface Body {
        Object call(Evaluation run, Args args);
    }

    @Override
    public Object call(Evaluation run, Args args) {
        return body.call(run, args);
    }
}
