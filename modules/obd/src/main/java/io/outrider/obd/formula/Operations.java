package io.outrider.obd.formula;

/** Nodes for operators. */
final class Operations {
    private Operations() {}

    /** Operators of one binding power, from left to right: long sums do not nest. */
    static final class Chain extends Node {
        private final Operator[] operators;

        Chain(int position, Node first, Operator[] operators, Node[] operands) {
            super(position, operands.length + 1, join(first, operands));
            this.operators = operators;
        }

        @Override
        Object value(Evaluation run, LocalVariables frame) {
            Object value = children[0].eval(run, frame);
            for (int i = 0; i < operators.length; i++) {
                value = Arithmetic.apply(operators[i], value, children[i + 1].eval(run, frame), run);
            }
            return value;
        }
    }

    static final class Unary extends Node {
        private final char operator;

        /** @param operator + - ~ or ! for not */
        Unary(int position, char operator, Node operand) {
            super(position, 1, operand);
            this.operator = operator;
        }

        @Override
        Object value(Evaluation run, LocalVariables frame) {
            Object value = children[0].eval(run, frame);
            return switch (operator) {
                case '-' -> Arithmetic.negate(value, run);
                case '+' -> Arithmetic.plus(value);
                case '~' -> Arithmetic.invert(value, run);
                default -> !Types.truth(value);
            };
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
        Object value(Evaluation run, LocalVariables frame) {
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
        Object value(Evaluation run, LocalVariables frame) {
            Object left = children[0].eval(run, frame);
            for (int i = 0; i < comparisons.length; i++) {
                Object right = children[i + 1].eval(run, frame);
                if (!Ordering.compare(comparisons[i], left, right, run)) {
                    return false;
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
        Object value(Evaluation run, LocalVariables frame) {
            int last = children.length - 1;
            for (int i = 0; i < last; i += 2) {
                if (Types.truth(children[i].eval(run, frame))) {
                    return children[i + 1].eval(run, frame);
                }
            }
            return children[last].eval(run, frame);
        }
    }
}
