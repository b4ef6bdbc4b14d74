package io.outrider.obd.formula;

/** Nodes of operators. */
final class Operations {
    private Operations() {}

    private static Node[] join(Node first, Node... rest) {
        Node[] all = new Node[rest.length + 1];
        all[0] = first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return all;
    }

    /** Left-associative operators of one precedence as one node, so that long sums do not nest. */
    static final class Chain extends Node {
        private final Node first;
        private final Operator[] operators;
        private final Node[] operands;

        Chain(int position, Node first, Operator[] operators, Node[] operands) {
            super(position, operands.length + 1, join(first, operands));
            this.first = first;
            this.operators = operators;
            this.operands = operands;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Object value = first.eval(run, frame);
            for (int i = 0; i < operands.length; i++) {
                Object operand = operands[i].eval(run, frame);
                try {
                    value = Arithmetic.apply(operators[i], value, operand, run);
                } catch (EvaluationFailure failure) {
                    throw failure.at(position);
                }
            }
            return value;
        }
    }

    static final class Unary extends Node {
        private final char operator;
        private final Node operand;

        /** @param operator + - ~ or ! for not */
        Unary(int position, char operator, Node operand) {
            super(position, 1, operand);
            this.operator = operator;
            this.operand = operand;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Object value = operand.eval(run, frame);
            try {
                return switch (operator) {
                    case '-' -> Arithmetic.negate(value, run);
                    case '+' -> Arithmetic.plus(value);
                    case '~' -> Arithmetic.invert(value, run);
                    default -> !Types.truth(value);
                };
            } catch (EvaluationFailure failure) {
                throw failure.at(position);
            }
        }
    }

    /** {@code and} and {@code or}: the value is an operand. */
    static final class Logic extends Node {
        private final boolean stopAt;

        Logic(int position, boolean or, Node... operands) {
            super(position, 1, operands);
            this.stopAt = or;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Object value = null;
            for (Node operand : children) {
                value = operand.eval(run, frame);
                if (Types.truth(value) == stopAt) {
                    return value;
                }
            }
            return value;
        }
    }

    static final class Compare extends Node {
        private final Comparison[] comparisons;

        Compare(int position, Node first, Comparison[] comparisons, Node[] operands) {
            super(position, 2, join(first, operands));
            this.comparisons = comparisons;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Object left = children[0].eval(run, frame);
            for (int i = 0; i < comparisons.length; i++) {
                Object right = children[i + 1].eval(run, frame);
                try {
                    if (!Ordering.compare(comparisons[i], left, right, run)) {
                        return false;
                    }
                } catch (EvaluationFailure failure) {
                    throw failure.at(position);
                }
                left = right;
            }
            return true;
        }
    }

    /** {@code a if c else b if d else e}: pairs of condition and value, then the last value. */
    static final class Conditional extends Node {
        Conditional(int position, Node... children) {
            super(position, 1, children);
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            int last = children.length - 1;
            for (int i = 0; i < last; i += 2) {
                if (Types.truth(children[i].eval(run, frame))) {
                    return children[i + 1].eval(run, frame);
                }
            }
            return children[last].eval(run, frame);
        }
    }

    /** {@code (name := value)}, at the top only. */
    static final class Assignment extends Node {
        private final int slot;

        Assignment(int position, int slot, Node value) {
            super(position, 1, value);
            this.slot = slot;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Object value = children[0].eval(run, frame);
            frame.slots[slot] = value;
            return value;
        }
    }
}
