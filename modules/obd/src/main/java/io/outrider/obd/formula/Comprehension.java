package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Node of list, set and dictionary comprehensions and of generators. */
final class Comprehension extends Node {
    /** {@code for target in source if conditions}. */
    record Clause(Target target, Node source, Node[] conditions) {}

    /** A slot, or a list of targets to take a sequence apart. */
    record Target(int slot, List<Target> parts) {
        void bind(Object value, LocalVariables frame, Evaluation run) {
            if (parts == null) {
                frame.slots[slot] = value;
                return;
            }
            Object[] values = Iteration.array(value, run);
            if (values.length != parts.size()) {
                throw EvaluationFailure.failed(parts.size() + " names for " + values.length + " values");
            }
            for (int i = 0; i < values.length; i++) {
                parts.get(i).bind(values[i], frame, run);
            }
        }
    }

    private final char kind;
    private final Scope scope;
    private final Clause[] clauses;
    private final Node element;
    private final Node value;

    /**
     * @param kind the opening bracket, { for a set or, with a value, a dictionary
     * @param value of a dictionary's key, else null
     */
    Comprehension(int position, char kind, Scope scope, List<Clause> clauses, Node element, Node value) {
        super(position, 1, parts(clauses, element, value));
        this.kind = kind;
        this.scope = scope;
        this.clauses = clauses.toArray(new Clause[0]);
        this.element = element;
        this.value = value;
    }

    private static Node[] parts(List<Clause> clauses, Node element, Node value) {
        List<Node> all = new ArrayList<>();
        for (Clause clause : clauses) {
            all.add(clause.source());
            all.addAll(List.of(clause.conditions()));
        }
        all.add(element);
        all.add(value);
        return all.toArray(new Node[0]);
    }

    @Override
    Object eval(Evaluation run, LocalVariables frame) {
        try {
            Iterator<Object> first = Iteration.over(clauses[0].source().eval(run, frame), run);
            LocalVariables inner = new LocalVariables(scope.size(), frame);
            Turns turns = new Turns(run, inner, first);
            if (kind == '(') {
                return new LazyIterator("generator", turns);
            }
            if (value != null) {
                Dict dict = new Dict();
                while (turns.advance()) {
                    dict.put(element.eval(run, inner), value.eval(run, inner), run);
                }
                return dict;
            }
            List<Object> list = new ArrayList<>();
            while (turns.advance()) {
                run.grow(list, element.eval(run, inner));
            }
            return kind == '[' ? Sequence.list(list) : Builtins.set(Sequence.list(list), false, run);
        } catch (EvaluationFailure failure) {
            throw failure.at(position);
        }
    }

    /** Iterations of the nested loops, produced on demand. */
    private final class Turns implements Iterator<Object> {
        private final Evaluation run;
        private final LocalVariables frame;
        private final List<Iterator<Object>> loops = new ArrayList<>();
        private boolean ready;

        Turns(Evaluation run, LocalVariables frame, Iterator<Object> first) {
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
                clauses[level].target().bind(loop.next(), frame, run);
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

        @Override
        public boolean hasNext() {
            run.enter(height);
            try {
                ready = ready || advance();
                return ready;
            } finally {
                run.leave(height);
            }
        }

        @Override
        public Object next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
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
