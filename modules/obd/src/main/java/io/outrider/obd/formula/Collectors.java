package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Built-in functions on iterables: sum, min, max, sorted, zip and similar ones. */
final class Collectors {
    private Collectors() {}

    static void addTo(Map<String, CallableValue> all) {
        Builtins.add(all, "len", (run, args) -> length(args.plain("len", 1, 1)[0]));
        Builtins.add(all, "sum", Collectors::sum);
        Builtins.add(all, "min", (run, args) -> extreme("min", args, run));
        Builtins.add(all, "max", (run, args) -> extreme("max", args, run));
        Builtins.add(all, "any", (run, args) -> meets(args.plain("any", 1, 1)[0], true, run));
        Builtins.add(all, "all", (run, args) -> !meets(args.plain("all", 1, 1)[0], false, run));
        Builtins.add(all, "sorted", Collectors::sorted);
        Builtins.add(
                all,
                "reversed",
                (run, args) -> new LazyIterator("reversed", Iteration.reversed(args.plain("reversed", 1, 1)[0], run)));
        Builtins.add(all, "range", (run, args) -> range(args.plain("range", 1, 3)));
        Builtins.add(all, "enumerate", Collectors::enumerate);
        Builtins.add(all, "zip", Collectors::zip);
        Builtins.add(all, "map", Collectors::map);
        Builtins.add(all, "filter", Collectors::filter);
        Builtins.add(all, "iter", (run, args) -> {
            Object value = args.plain("iter", 1, 1)[0];
            return value instanceof LazyIterator ? value : new LazyIterator("iterator", Iteration.over(value, run));
        });
        Builtins.add(all, "next", Collectors::next);
    }

    private static Object length(Object value) {
        if (value instanceof RangeValue range) {
            return range.length();
        }
        return (long) Iteration.length(value);
    }

    private static Object sum(Evaluation run, Args args) {
        Object[] a = args.bind("sum", 1, "/iterable", "start");
        Object total = a[1] == Args.MISSING ? 0L : a[1];
        if (total instanceof String || total instanceof Bytes) {
            throw EvaluationFailure.failed("sum() adds no texts or bytes: use join()");
        }
        Iterator<Object> items = Iteration.over(a[0], run);
        while (items.hasNext()) {
            total = Arithmetic.apply(Operator.ADD, total, items.next(), run);
        }
        return total;
    }

    private static Object extreme(String name, Args args, Evaluation run) {
        if (args.positional.length == 0) {
            throw EvaluationFailure.failed(name + "() needs at least 1 argument");
        }
        Object[] options = new Args(new Object[0], args.names, args.named).bind(name, 0, "*key", "*default");
        boolean several = args.positional.length > 1;
        if (several && options[1] != Args.MISSING) {
            throw EvaluationFailure.failed(name + "() takes a default only with one argument");
        }
        Object source = several ? Sequence.tuple(args.positional) : args.positional[0];
        CallableValue key = key(options[0]);
        Iterator<Object> items = Iteration.over(source, run);
        if (!items.hasNext()) {
            if (options[1] != Args.MISSING) {
                return options[1];
            }
            throw EvaluationFailure.failed(name + "() of nothing");
        }
        Object best = items.next();
        Object bestKey = keyOf(key, best, run);
        Comparison better = name.equals("min") ? Comparison.LT : Comparison.GT;
        while (items.hasNext()) {
            Object item = items.next();
            Object itemKey = keyOf(key, item, run);
            if (Ordering.compare(better, itemKey, bestKey, run)) {
                best = item;
                bestKey = itemKey;
            }
        }
        return best;
    }

    private static CallableValue key(Object value) {
        if (value == Args.MISSING || value == null) {
            return null;
        }
        return function(value);
    }

    static CallableValue function(Object value) {
        if (value instanceof CallableValue function) {
            return function;
        }
        throw EvaluationFailure.failed("a " + Types.name(value) + " cannot be called");
    }

    private static Object keyOf(CallableValue key, Object item, Evaluation run) {
        return key == null ? item : key.call(run, Args.of(item));
    }

    private static boolean meets(Object source, boolean wanted, Evaluation run) {
        Iterator<Object> items = Iteration.over(source, run);
        while (items.hasNext()) {
            if (Types.truth(items.next()) == wanted) {
                return true;
            }
        }
        return false;
    }

    private static Object sorted(Evaluation run, Args args) {
        Object[] a = args.bind("sorted", 1, "/iterable", "*key", "*reverse");
        Object[] items = Iteration.array(a[0], run).clone();
        CallableValue key = key(a[1]);
        Object[] keys = items.clone();
        for (int i = 0; key != null && i < keys.length; i++) {
            keys[i] = keyOf(key, items[i], run);
        }
        boolean reverse = a[2] != Args.MISSING && Types.truth(integer(a[2]));
        Ordering.sort(keys, items, reverse, run);
        return Sequence.list(items);
    }

    private static Object integer(Object value) {
        Arithmetic.index(value, "reverse");
        return value;
    }

    private static Object range(Object[] a) {
        long start = a.length == 1 ? 0 : bound(a[0]);
        long stop = bound(a.length == 1 ? a[0] : a[1]);
        long step = a.length < 3 ? 1 : bound(a[2]);
        if (step == 0) {
            throw EvaluationFailure.failed("the step of a range cannot be zero");
        }
        return new RangeValue(start, stop, step);
    }

    private static long bound(Object value) {
        long bound = Arithmetic.index(value, "the bound of a range");
        if (bound >= RangeValue.BOUND || bound <= -RangeValue.BOUND) {
            throw EvaluationFailure.refused("a range this long");
        }
        return bound;
    }

    private static Object enumerate(Evaluation run, Args args) {
        Object[] a = args.bind("enumerate", 1, "iterable", "start");
        Iterator<Object> items = Iteration.over(a[0], run);
        Object[] index = {a[1] == Args.MISSING ? 0L : Arithmetic.index(a[1], "the start")};
        return new LazyIterator("enumerate", new Iterator<>() {
            @Override
            public boolean hasNext() {
                return items.hasNext();
            }

            @Override
            public Object next() {
                Object pair = Sequence.tuple(index[0], items.next());
                index[0] = Arithmetic.apply(Operator.ADD, index[0], 1L, run);
                return pair;
            }
        });
    }

    private static List<Iterator<Object>> walks(Object[] sources, int from, Evaluation run) {
        List<Iterator<Object>> walks = new ArrayList<>();
        for (int i = from; i < sources.length; i++) {
            walks.add(Iteration.over(sources[i], run));
        }
        return walks;
    }

    private static Object[] row(List<Iterator<Object>> walks) {
        return walks.stream().map(Iterator::next).toArray();
    }

    private static Object zip(Evaluation run, Args args) {
        Object strict = new Args(new Object[0], args.names, args.named).bind("zip", 0, "*strict")[0];
        List<Iterator<Object>> walks = walks(args.positional, 0, run);
        boolean same = strict != Args.MISSING && Types.truth(strict);
        return new LazyIterator("zip", new Iterator<>() {
            @Override
            public boolean hasNext() {
                long more = walks.stream().filter(Iterator::hasNext).count();
                if (same && more != 0 && more != walks.size()) {
                    throw EvaluationFailure.failed("zip() of different lengths");
                }
                return more != 0 && more == walks.size();
            }

            @Override
            public Object next() {
                return Sequence.tuple(row(walks));
            }
        });
    }

    private static Object map(Evaluation run, Args args) {
        Object[] a = args.plain("map", 2, 99);
        List<Iterator<Object>> walks = walks(a, 1, run);
        return new LazyIterator("map", new Iterator<>() {
            @Override
            public boolean hasNext() {
                return walks.stream().allMatch(Iterator::hasNext);
            }

            @Override
            public Object next() {
                return function(a[0]).call(run, Args.of(row(walks)));
            }
        });
    }

    private static Object filter(Evaluation run, Args args) {
        Object[] a = args.plain("filter", 2, 2);
        Iterator<Object> items = Iteration.over(a[1], run);
        return new LazyIterator("filter", new Iterator<>() {
            private Object found = Args.MISSING;

            @Override
            public boolean hasNext() {
                while (found == Args.MISSING && items.hasNext()) {
                    Object item = items.next();
                    if (Types.truth(a[0] == null ? item : function(a[0]).call(run, Args.of(item)))) {
                        found = item;
                    }
                }
                return found != Args.MISSING;
            }

            @Override
            public Object next() {
                hasNext();
                Object item = found;
                found = Args.MISSING;
                return item;
            }
        });
    }

    private static Object next(Evaluation run, Args args) {
        Object[] a = args.plain("next", 1, 2);
        if (!(a[0] instanceof LazyIterator walk)) {
            throw EvaluationFailure.failed("next() wants a generator or iter(), not a " + Types.name(a[0]));
        }
        run.step();
        if (walk.iterator().hasNext()) {
            return walk.iterator().next();
        }
        if (a.length < 2) {
            throw EvaluationFailure.failed("next() of nothing");
        }
        return a[1];
    }
}
