package io.outrider.obd.formula;

import java.util.Set;

/** Nodes of names. */
final class NameNodes {
    /** Names of Python with access to the environment or to internals of values. */
    static final Set<String> FORBIDDEN = Set.of(
            "eval",
            "exec",
            "compile",
            "open",
            "print",
            "input",
            "globals",
            "locals",
            "vars",
            "dir",
            "getattr",
            "setattr",
            "delattr",
            "hasattr",
            "exit",
            "quit",
            "help",
            "breakpoint",
            "object",
            "type",
            "super",
            "id",
            "hash",
            "callable",
            "property",
            "classmethod",
            "staticmethod",
            "isinstance",
            "issubclass",
            "memoryview",
            "copyright",
            "credits",
            "license",
            "complex",
            "slice",
            "aiter",
            "anext",
            "Ellipsis",
            "NotImplemented");

    private NameNodes() {}

    static String hidden(String name) {
        return "'" + name + "' cannot be seen inside a comprehension or lambda (as on CPython up to 3.11): "
                + "only the first 'in' of a comprehension and the arguments of a lambda are evaluated outside";
    }

    static String unknown(String name) {
        return "the name '" + Text.cut(name, 40) + "' is not known";
    }

    static final class Local extends Node {
        private final String name;
        private final int hops;
        private final int slot;

        Local(int position, String name, int hops, int slot) {
            super(position, 0);
            this.name = name;
            this.hops = hops;
            this.slot = slot;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            LocalVariables holder = frame;
            for (int i = 0; i < hops; i++) {
                holder = holder.parent;
            }
            Object value = holder.slots[slot];
            if (value == Args.MISSING) {
                throw EvaluationFailure.failed("'" + name + "' has no value yet")
                        .at(position);
            }
            return value;
        }
    }

    static final class TheMessage extends Node {
        TheMessage(int position) {
            super(position, 0);
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            try {
                return run.message();
            } catch (EvaluationFailure failure) {
                throw failure.at(position);
            }
        }
    }

    static final class TheMessages extends Node {
        TheMessages(int position) {
            super(position, 0);
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            return run.messages();
        }
    }

    /** Unknown name: an error on evaluation. */
    static final class Unreachable extends Node {
        private final String reason;

        Unreachable(int position, String reason) {
            super(position, 0);
            this.reason = reason;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            throw EvaluationFailure.failed(reason).at(position);
        }

        @Override
        void check() {
            throw EvaluationFailure.failed(reason).at(position);
        }
    }
}
