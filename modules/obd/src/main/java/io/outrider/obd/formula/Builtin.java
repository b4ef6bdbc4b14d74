package io.outrider.obd.formula;

/** A function of the language. */
record Builtin(String name, Body body) implements Function {
    interface Body {
        Object call(Run run, Args args);
    }

    @Override
    public Object call(Run run, Args args) {
        return body.call(run, args);
    }
}
