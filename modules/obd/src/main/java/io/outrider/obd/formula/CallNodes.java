package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Nodes of calls and lambdas. */
final class CallNodes {
    private CallNodes() {}

    /** The arguments as written; {@code *x} and {@code **x} are marked. */
    static final class Arguments {
        private final Node[] positional;
        private final boolean[] starred;
        private final String[] names;
        private final Node[] named;
        private final boolean plain;

        Arguments(Node[] positional, boolean[] starred, String[] names, Node[] named) {
            this.positional = positional;
            this.starred = starred;
            this.names = names;
            this.named = named;
            this.plain = isPlain();
        }

        private boolean isPlain() {
            for (boolean star : starred) {
                if (star) {
                    return false;
                }
            }
            for (String name : names) {
                if (name == null) {
                    return false;
                }
            }
            return true;
        }

        Node[] nodes(Node callee) {
            List<Node> all = new ArrayList<>();
            all.add(callee);
            all.addAll(List.of(positional));
            all.addAll(List.of(named));
            return all.toArray(new Node[0]);
        }

        Args eval(Evaluation run, LocalVariables frame) {
            if (plain) {
                return new Args(Node.all(positional, run, frame), names, Node.all(named, run, frame));
            }
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < positional.length; i++) {
                Object value = positional[i].eval(run, frame);
                if (starred[i]) {
                    for (Object each : Iteration.array(value, run)) {
                        run.grow(values, each);
                    }
                } else {
                    values.add(value);
                }
            }
            List<String> allNames = new ArrayList<>();
            List<Object> allNamed = new ArrayList<>();
            for (int i = 0; i < names.length; i++) {
                Object value = named[i].eval(run, frame);
                if (names[i] != null) {
                    allNames.add(names[i]);
                    allNamed.add(value);
                } else if (value instanceof Dict dict) {
                    for (Object[] entry : dict.entries()) {
                        allNames.add(TextMethods.string(entry[0], "** in a call"));
                        allNamed.add(entry[1]);
                    }
                } else {
                    throw EvaluationFailure.failed("** wants a dictionary, not a " + Types.name(value));
                }
            }
            if (allNames.stream().distinct().count() != allNames.size()) {
                throw EvaluationFailure.failed("an argument is given twice");
            }
            return new Args(values.toArray(), allNames.toArray(new String[0]), allNamed.toArray());
        }
    }

    static final class Call extends Node {
        private final Node callee;
        private final Arguments arguments;

        Call(int position, Node callee, Arguments arguments) {
            super(position, arguments.nodes(callee).length, arguments.nodes(callee));
            this.callee = callee;
            this.arguments = arguments;
        }

        boolean isHelper(String name) {
            return callee instanceof Literal literal
                    && literal.value instanceof Builtin builtin
                    && builtin.name().equals(name);
        }

        /** The argument, if it is the only one and has neither star nor name. */
        Node onlyArgument() {
            return arguments.positional.length == 1 && arguments.names.length == 0 && arguments.plain
                    ? arguments.positional[0]
                    : null;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Object function = callee.eval(run, frame);
            try {
                return Collectors.function(function).call(run, arguments.eval(run, frame));
            } catch (EvaluationFailure failure) {
                throw failure.at(position);
            }
        }
    }

    static final class MethodCall extends Node {
        private final Node target;
        private final String name;
        private final Arguments arguments;

        MethodCall(int position, Node target, String name, Arguments arguments) {
            super(position, arguments.nodes(target).length, arguments.nodes(target));
            this.target = target;
            this.name = name;
            this.arguments = arguments;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Object self = target.eval(run, frame);
            try {
                if (self instanceof MessageValue && name.equals("data")) {
                    throw EvaluationFailure.failed("a message's data cannot be called");
                }
                return Methods.call(self, name, arguments.eval(run, frame), run);
            } catch (EvaluationFailure failure) {
                throw failure.at(position);
            }
        }
    }

    /** Lambda: a call binds the arguments and evaluates the body. */
    static final class Lambda extends Node {
        private final Scope scope;
        private final String[] parameters;
        private final String rest;
        private final int required;
        private final Node body;

        /**
         * @param scope holds the parameters in its first slots, then the rest
         * @param rest the name of a {@code *name} parameter, or null
         * @param defaults of the last parameters
         */
        Lambda(int position, Scope scope, List<String> parameters, String rest, List<Node> defaults, Node body) {
            super(position, defaults.size(), withBody(defaults, body));
            this.scope = scope;
            this.parameters = parameters.toArray(new String[0]);
            this.rest = rest;
            this.required = parameters.size() - defaults.size();
            this.body = body;
        }

        private static Node[] withBody(List<Node> defaults, Node body) {
            List<Node> all = new ArrayList<>(defaults);
            all.add(body);
            return all.toArray(new Node[0]);
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Object[] defaults = new Object[certain];
            for (int i = 0; i < certain; i++) {
                defaults[i] = children[i].eval(run, frame);
            }
            return new Builtin("lambda", (r, args) -> call(r, args, defaults, frame));
        }

        private Object call(Evaluation run, Args args, Object[] defaults, LocalVariables outer) {
            run.step();
            LocalVariables frame = new LocalVariables(scope.size(), outer);
            Args fixed = args;
            int count = parameters.length;
            if (rest != null) {
                int split = Math.min(count, args.positional.length);
                Object[] first = Arrays.copyOf(args.positional, split);
                frame.slots[count] = Sequence.tuple(Arrays.copyOfRange(args.positional, split, args.positional.length));
                fixed = new Args(first, args.names, args.named);
            }
            Object[] values = fixed.bind("lambda", required, parameters);
            for (int i = 0; i < count; i++) {
                frame.slots[i] = values[i] == Args.MISSING ? defaults[i - required] : values[i];
            }
            run.enter(body.height);
            try {
                return body.eval(run, frame);
            } finally {
                run.leave(body.height);
            }
        }
    }
}
