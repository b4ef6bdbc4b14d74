package io.outrider.obd.formula;

/** Nodes for what follows a value: an index, a slice, a message's data. */
final class Accesses {
    private Accesses() {}

    static final class Index extends Node {
        Index(int position, Node target, Node index) {
            super(position, 2, target, index);
        }

        @Override
        Object value(Evaluation run, LocalVariables frame) {
            Object target = children[0].eval(run, frame);
            return Slices.index(target, children[1].eval(run, frame), run);
        }
    }

    static final class Slice extends Node {
        /** The bounds if they are all constant. */
        private final Slices.SliceBounds constant;

        /** Bounds left out are null. */
        Slice(int position, Node target, Node start, Node stop, Node step) {
            super(position, 4, target, start, stop, step);
            this.constant = constant(start) && constant(stop) && constant(step)
                    ? new Slices.SliceBounds(bound(start, null, null), bound(stop, null, null), bound(step, null, null))
                    : null;
        }

        private static boolean constant(Node bound) {
            return bound == null || bound instanceof Literal;
        }

        private static Object bound(Node bound, Evaluation run, LocalVariables frame) {
            return bound == null ? null : bound.eval(run, frame);
        }

        Node target() {
            return children[0];
        }

        /** The bounds, or null if they are not constant integers with step 1. */
        Slices.SliceBounds simple() {
            return constant != null
                            && constant.step() == null
                            && (constant.start() == null || constant.start() instanceof Long)
                            && (constant.stop() == null || constant.stop() instanceof Long)
                    ? constant
                    : null;
        }

        @Override
        Object value(Evaluation run, LocalVariables frame) {
            Object value = children[0].eval(run, frame);
            Slices.SliceBounds bounds = constant != null
                    ? constant
                    : new Slices.SliceBounds(
                            bound(children[1], run, frame),
                            bound(children[2], run, frame),
                            bound(children[3], run, frame));
            return Slices.slice(value, bounds, run);
        }
    }

    static final class Data extends Node {
        Data(int position, Node target) {
            super(position, 1, target);
        }

        @Override
        Object value(Evaluation run, LocalVariables frame) {
            if (children[0].eval(run, frame) instanceof MessageValue message) {
                return message.data();
            }
            throw EvaluationFailure.failed("only a message has .data");
        }
    }

    /** {@code bytes_to_int(data[a:b])} with constant bounds, without making the slice: what most formulas are. */
    static final class SliceToInt extends Node {
        private final Slices.SliceBounds bounds;
        private final Long start;
        private final Long stop;

        SliceToInt(int position, Node target, Slices.SliceBounds bounds) {
            super(position, 1, target);
            this.bounds = bounds;
            this.start = (Long) bounds.start();
            this.stop = (Long) bounds.stop();
        }

        @Override
        Object value(Evaluation run, LocalVariables frame) {
            Object value = children[0].eval(run, frame);
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
        }
    }
}
