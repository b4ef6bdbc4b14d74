package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.List;

/** Nodes of lists, tuples, sets, dictionaries and f-strings. */
final class Displays {
    private Displays() {}

    static final class Elements extends Node {
        private final char kind;
        private final boolean[] starred;

        /** @param kind the opening bracket: [ ( or { for a set */
        Elements(int position, char kind, Node[] elements, boolean[] starred) {
            super(position, elements.length, elements);
            this.kind = kind;
            this.starred = starred;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            List<Object> values = new ArrayList<>();
            try {
                for (int i = 0; i < children.length; i++) {
                    Object value = children[i].eval(run, frame);
                    if (starred[i]) {
                        for (Object each : Iteration.array(value, run)) {
                            run.grow(values, each);
                        }
                    } else {
                        run.grow(values, value);
                    }
                }
                return switch (kind) {
                    case '[' -> Sequence.list(values);
                    case '(' -> Sequence.tuple(values.toArray());
                    default -> Builtins.set(Sequence.list(values), false, run);
                };
            } catch (EvaluationFailure failure) {
                throw failure.at(position);
            }
        }
    }

    static final class Dictionary extends Node {
        /** @param entries alternating keys and values; a null key is {@code **} */
        Dictionary(int position, Node... entries) {
            super(position, entries.length, entries);
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Dict dict = new Dict();
            try {
                for (int i = 0; i < children.length; i += 2) {
                    Object key = children[i] == null ? null : children[i].eval(run, frame);
                    Object value = children[i + 1].eval(run, frame);
                    if (children[i] != null) {
                        dict.put(key, value, run);
                    } else if (value instanceof Dict other) {
                        other.entries().forEach(e -> dict.put(e[0], e[1], run));
                    } else {
                        throw EvaluationFailure.failed("** wants a dictionary, not a " + Types.name(value));
                    }
                }
                return dict;
            } catch (EvaluationFailure failure) {
                throw failure.at(position);
            }
        }
    }

    /** A field of an f-string: the value, its conversion and its format specification, which may have fields. */
    static final class Field extends Node {
        private final String conversion;

        /** @param specification null for none */
        Field(int position, Node value, String conversion, Node specification) {
            super(position, 2, value, specification);
            this.conversion = conversion;
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            Object value = children[0].eval(run, frame);
            String specification = children[1] == null ? "" : (String) children[1].eval(run, frame);
            try {
                return Formatting.format(
                        conversion.isEmpty() ? value : FormatMethod.converted(value, conversion, run),
                        specification,
                        run);
            } catch (EvaluationFailure failure) {
                throw failure.at(position);
            }
        }
    }

    /** Parts that are all texts, one after the other. */
    static final class Joined extends Node {
        Joined(int position, Node... parts) {
            super(position, parts.length, parts);
        }

        @Override
        Object eval(Evaluation run, LocalVariables frame) {
            StringBuilder out = new StringBuilder();
            try {
                for (Node part : children) {
                    out.append((String) part.eval(run, frame));
                    run.size(out.length());
                }
            } catch (EvaluationFailure failure) {
                throw failure.at(position);
            }
            return out.toString();
        }
    }
}
