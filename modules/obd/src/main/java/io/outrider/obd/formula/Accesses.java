package io.outrider.obd.formula;

/** Nodes of indexes, slices and attributes. */
final class Accesses {
    private Accesses() {}

    static final class Index extends Node {
        private final Node target;
        private final Node index;

        Index(int position, Node target, Node index) {
            super(position, 2, target, index);
            this.target = target;
            this.index = index;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Object value = target.eval(run, frame);
            Object at = index.eval(run, frame);
            try {
                return Slices.index(value, at, run);
            } catch (EvaluationFailure failure) {
                throw failure.at(position);
            }
        }
    }

    static final class Slice extends Node {
        /** The bounds if they are all constant. */
        private final Slices.Bounds constant;

        /** Bounds left out are null. */
        Slice(int position, Node target, Node start, Node stop, Node step) {
            super(position, 4, target, start, stop, step);
            this.constant = constant(start) && constant(stop) && constant(step)
                    ? new Slices.Bounds(value(start), value(stop), value(step))
                    : null;
        }

        private static boolean constant(Node bound) {
            return bound == null || bound instanceof Literal;
        }

        private static Object value(Node bound) {
            return bound instanceof Literal literal ? literal.value : null;
        }

        private static Object bound(Node bound, Evaluation run, LocalVariables frame) {
            return bound == null ? null : bound.eval(run, frame);
        }

        Node target() {
            return children[0];
        }

        /** The bounds, or null if they are not constant integers with step 1. */
        Slices.Bounds simple() {
            return constant != null
                            && constant.step() == null
                            && (constant.start() == null || constant.start() instanceof Long)
                            && (constant.stop() == null || constant.stop() instanceof Long)
                    ? constant
                    : null;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Object value = children[0].eval(run, frame);
            Slices.Bounds bounds = constant != null
                    ? constant
                    : new Slices.Bounds(
                            bound(children[1], run, frame),
                            bound(children[2], run, frame),
                            bound(children[3], run, frame));
            try {
                return Slices.slice(value, bounds, run);
            } catch (EvaluationFailure failure) {
                throw failure.at(position);
            }
        }
    }

    static final class Attribute extends Node {
        final Node target;
        final String name;

        Attribute(int position, Node target, String name) {
            super(position, 1, target);
            this.target = target;
            this.name = name;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Object value = target.eval(run, frame);
            if (value instanceof MessageValue message && name.equals("data")) {
                return message.data;
            }
            try {
                return other(value, run);
            } catch (EvaluationFailure failure) {
                throw failure.at(position);
            }
        }

        private Object other(Object value, Evaluation run) {
            if (value instanceof TypeFunction type) {
                return type.attribute(name);
            }
            if (Types.isNumber(value)) {
                switch (name) {
                    case "real":
                        return Arithmetic.plus(value);
                    case "imag":
                        return value instanceof Double ? (Object) 0.0 : 0L;
                    case "numerator", "denominator":
                        if (Types.isInt(value)) {
                            return name.equals("numerator") ? Arithmetic.plus(value) : (Object) 1L;
                        }
                        break;
                    default:
                }
            }
            if (value instanceof RangeValue range) {
                switch (name) {
                    case "start":
                        return range.start();
                    case "stop":
                        return range.stop();
                    case "step":
                        return range.step();
                    default:
                }
            }
            if (!Methods.has(value, name)) {
                throw Methods.missing(value, name);
            }
            return new Builtin(name, (r, args) -> Methods.call(value, name, args, r));
        }
    }

    /** {@code bytes_to_int(data[a:b])} with constant bounds, the most common formula, without creating the slice. */
    static final class SliceToInt extends Node {
        private final Node target;
        private final Slices.Bounds bounds;
        private final Long start;
        private final Long stop;

        SliceToInt(int position, Node target, Slices.Bounds bounds) {
            super(position, 1, target);
            this.target = target;
            this.bounds = bounds;
            this.start = (Long) bounds.start();
            this.stop = (Long) bounds.stop();
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Object value = target.eval(run, frame);
            try {
                if (!(value instanceof Bytes bytes)) {
                    return Helpers.bytesToInt(Slices.slice(value, bounds, run), run);
                }
                int from = start == null ? 0 : Slices.clamp(start, bytes.length);
                int to = stop == null ? bytes.length : Slices.clamp(stop, bytes.length);
                if (from < to) {
                    return Helpers.ofBytes(bytes, from, to - from, run);
                }
                run.pastEnd |= Slices.beyond(start, stop);
                return 0L;
            } catch (EvaluationFailure failure) {
                throw failure.at(position);
            }
        }
    }
}
