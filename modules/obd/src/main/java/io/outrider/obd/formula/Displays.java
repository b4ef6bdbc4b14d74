package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.List;

/** Nodes for lists, tuples and dictionaries. */
final class Displays {
    private Displays() {}

    static final class Elements extends Node {
        private final boolean tuple;

        Elements(int position, boolean tuple, List<Node> elements) {
            super(position, elements.size(), array(elements));
            this.tuple = tuple;
        }

        @Override
        Object value(Evaluation run, LocalVariables frame) {
            List<Object> values = new ArrayList<>();
            for (Node child : children) {
                run.grow(values, child.eval(run, frame));
            }
            return tuple ? Sequence.tuple(values.toArray()) : Sequence.list(values);
        }
    }

    static final class Dictionary extends Node {
        /** @param entries keys and values by turns */
        Dictionary(int position, List<Node> entries) {
            super(position, entries.size(), array(entries));
        }

        @Override
        Object value(Evaluation run, LocalVariables frame) {
            Dict dict = new Dict();
            for (int i = 0; i < children.length; i += 2) {
                dict.put(children[i].eval(run, frame), children[i + 1].eval(run, frame), run);
            }
            return dict;
        }
    }
}
