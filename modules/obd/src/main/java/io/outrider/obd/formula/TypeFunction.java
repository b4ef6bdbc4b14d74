package io.outrider.obd.formula;

/** Name of a type: a call converts, and it has methods such as int.from_bytes. */
record TypeFunction(String name, Builtin.Body body) implements CallableValue {
    @Override
    public Object call(Evaluation run, Args args) {
        return body.call(run, args);
    }

    /** A method found on the type: of the type itself, or one that takes its object as first argument. */
    CallableValue attribute(String attribute) {
        switch (name + '.' + attribute) {
            case "int.from_bytes":
                return new Builtin(attribute, NumberMethods::fromBytes);
            case "bytes.fromhex":
                return new Builtin(attribute, (run, args) -> Builtins.fromHex(args, false, run));
            case "bytearray.fromhex":
                return new Builtin(attribute, (run, args) -> Builtins.fromHex(args, true, run));
            case "dict.fromkeys":
                return new Builtin(attribute, Builtins::fromKeys);
            default:
                return new Builtin(attribute, (run, args) -> unbound(attribute, args, run));
        }
    }

    private Object unbound(String attribute, Args args, Evaluation run) {
        if (args.positional.length == 0 || !Types.name(args.positional[0]).equals(name)) {
            throw EvaluationFailure.failed(name + '.' + attribute + "() wants a " + name + " first");
        }
        return Methods.call(args.positional[0], attribute, args.rest(), run);
    }
}
