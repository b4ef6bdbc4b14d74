package io.outrider.obd.formula;

/** Nodes for names. */
final class NameNodes {
    private NameNodes() {}

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
        Object value(Evaluation run, LocalVariables frame) {
            LocalVariables holder = frame;
            for (int i = 0; i < hops; i++) {
                holder = holder.parent;
            }
            Object value = holder.slots[slot];
            if (value == Args.MISSING) {
                throw EvaluationFailure.failed("'" + name + "' has no value yet");
            }
            return value;
        }
    }

    /** {@code message} or {@code messages}. */
    static final class Given extends Node {
        private final boolean all;

        Given(int position, boolean all) {
            super(position, 0);
            this.all = all;
        }

        @Override
        Object value(Evaluation run, LocalVariables frame) {
            return all ? run.messages() : run.message();
        }
    }

    /** Name without a value: an error if it is ever reached. */
    static final class Unreachable extends Node {
        private final String reason;

        Unreachable(int position, String reason) {
            super(position, 0);
            this.reason = reason;
        }

        @Override
        Object value(Evaluation run, LocalVariables frame) {
            throw EvaluationFailure.failed(reason);
        }

        @Override
        void check() {
            throw EvaluationFailure.failed(reason).at(position);
        }
    }
}
