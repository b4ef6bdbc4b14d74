package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** List comprehension or generator. */
final class Comprehension extends Node {
    /**
     * One loop, {@code for a, b in source if conditions}.
     *
     * @param slots of the variables; several take a sequence apart
     */
    record Clause(int[] slots, Node source, Node[] conditions) {
        void bind(Object value, LocalVariables frame, Evaluation run) {
            if (slots.length == 1) {
                frame.slots[slots[0]] = value;
                return;
            }
            Object[] values = Iteration.array(value, run);
            if (values.length != slots.length) {
                throw EvaluationFailure.failed(slots.length + " names for " + values.length + " values");
            }
            for (int i = 0; i < values.length; i++) {
                frame.slots[slots[i]] = values[i];
            }
        }
    }

    private final boolean generator;
    private final Scope scope;
    private final Clause[] clauses;
    private final Node element;

    Comprehension(int position, boolean generator, Scope scope, List<Clause> clauses, Node element) {
        super(position, 1, parts(clauses, element));
        this.generator = generator;
        this.scope = scope;
        this.clauses = clauses.toArray(new Clause[0]);
        this.element = element;
    }

    private static Node[] parts(List<Clause> clauses, Node element) {
        List<Node> all = new ArrayList<>();
        for (Clause clause : clauses) {
            all.add(clause.source());
            all.addAll(List.of(clause.conditions()));
        }
        all.add(element);
        return array(all);
    }

    @Override
    Object value(Evaluation run, LocalVariables frame) {
        Iterator<Object> first = Iteration.over(clauses[0].source().eval(run, frame), run);
        LocalVariables inner = new LocalVariables(scope.size(), frame);
        LoopCursor cursor = new LoopCursor(run, inner, first);
        if (generator) {
            return new LazyIterator("generator", cursor::hasNext, cursor::next);
        }
        List<Object> list = new ArrayList<>();
        while (cursor.advance()) {
            run.grow(list, element.eval(run, inner));
        }
        return Sequence.list(list);
    }

    /** Position in the nested loops. */
    private final class LoopCursor {
        private final Evaluation run;
        private final LocalVariables frame;
        private final List<Iterator<Object>> loops = new ArrayList<>();
        private boolean ready;

        LoopCursor(Evaluation run, LocalVariables frame, Iterator<Object> first) {
            this.run = run;
            this.frame = frame;
            loops.add(first);
        }

        boolean advance() {
            while (!loops.isEmpty()) {
                int level = loops.size() - 1;
                Iterator<Object> loop = loops.get(level);
                if (!loop.hasNext()) {
                    loops.remove(level);
                    continue;
                }
                clauses[level].bind(loop.next(), frame, run);
                if (!wanted(clauses[level].conditions())) {
                    continue;
                }
                if (level == clauses.length - 1) {
                    return true;
                }
                loops.add(Iteration.over(clauses[level + 1].source().eval(run, frame), run));
            }
            return false;
        }

        private boolean wanted(Node[] conditions) {
            for (Node condition : conditions) {
                if (!Types.truth(condition.eval(run, frame))) {
                    return false;
                }
            }
            return true;
        }

        boolean hasNext() {
            run.enter(height);
            try {
                ready = ready || advance();
                return ready;
            } finally {
                run.leave(height);
            }
        }

        Object next() {
            ready = false;
            run.enter(height);
            try {
                return element.eval(run, frame);
            } finally {
                run.leave(height);
            }
        }
    }
}
