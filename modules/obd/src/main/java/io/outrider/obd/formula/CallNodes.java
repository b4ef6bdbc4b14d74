package io.outrider.obd.formula;

import java.util.Arrays;

/** Nodes for calls. */
final class CallNodes {
    private CallNodes() {}

    /** Arguments as written. */
    record Arguments(Node[] positional, String[] names, Node[] named) {
        Args eval(Evaluation run, LocalVariables frame) {
            return new Args(Node.all(positional, run, frame), names, Node.all(named, run, frame));
        }

        Node[] nodes() {
            Node[] all = Arrays.copyOf(positional, positional.length + named.length);
            System.arraycopy(named, 0, all, positional.length, named.length);
            return all;
        }
    }

    static final class BuiltinCall extends Node {
        private final Builtin function;
        private final Arguments arguments;

        BuiltinCall(int position, Builtin function, Arguments arguments) {
            super(position, arguments.nodes().length, arguments.nodes());
            this.function = function;
            this.arguments = arguments;
        }

        /** The argument, if it is the only one, has no name and the function is this one. */
        Node onlyArgumentOf(String name) {
            return function.name().equals(name) && children.length == 1 && arguments.positional.length == 1
                    ? children[0]
                    : null;
        }

        @Override
        Object value(Evaluation run, LocalVariables frame) {
            return function.body().call(run, arguments.eval(run, frame));
        }
    }

    static final class MethodCall extends Node {
        private final String name;
        private final Arguments arguments;

        MethodCall(int position, Node target, String name, Arguments arguments) {
            super(position, arguments.nodes().length + 1, join(target, arguments.nodes()));
            this.name = name;
            this.arguments = arguments;
        }

        @Override
        Object value(Evaluation run, LocalVariables frame) {
            Object self = children[0].eval(run, frame);
            return Methods.call(self, name, arguments.eval(run, frame), run);
        }
    }
}
