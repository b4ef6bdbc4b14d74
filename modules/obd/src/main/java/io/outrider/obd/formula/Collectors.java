package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Functions of sequences: sum, min, max, sorted, zip and their like. */
final class Collectors {
    private Collectors() {}

    static void addTo(Map<String, Builtin> all) {
        Builtins.add(all, "len", (run, args) -> Iteration.length(args.only("len")));
        Builtins.add(all, "sum", Collectors::sum);
        Builtins.add(all, "min", (run, args) -> extreme("min", Comparison.LT, args, run));
        Builtins.add(all, "max", (run, args) -> extreme("max", Comparison.GT, args, run));
        Builtins.add(all, "any", (run, args) -> meets(args.only("any"), true, run));
        Builtins.add(all, "all", (run, args) -> !meets(args.only("all"), false, run));
        Builtins.add(all, "sorted", Collectors::sorted);
        Builtins.add(all, "reversed", (run, args) -> {
            Iterator<Object> items = Iteration.reversed(args.only("reversed"), run);
            return new LazyIterator("reversed", items::hasNext, items::next);
        });
        Builtins.add(all, "range", (run, args) -> range(args.plain("range", 1, 3)));
        Builtins.add(all, "enumerate", Collectors::enumerate);
        Builtins.add(all, "zip", (run, args) -> zip(args.plain("zip", 0, 99), run));
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

    private static Object extreme(String name, Comparison better, Args args, Evaluation run) {
        if (args.positional().length == 0) {
            throw EvaluationFailure.failed(name + "() needs at least 1 argument");
        }
        Object otherwise = new Args(new Object[0], args.names(), args.named()).bind(name, 0, "*default")[0];
        boolean several = args.positional().length > 1;
        if (several && otherwise != Args.MISSING) {
            throw EvaluationFailure.failed(name + "() takes a default only with one argument");
        }
        Iterator<Object> items =
                Iteration.over(several ? Sequence.tuple(args.positional()) : args.positional()[0], run);
        if (!items.hasNext()) {
            if (otherwise != Args.MISSING) {
                return otherwise;
            }
            throw EvaluationFailure.failed(name + "() of nothing");
        }
        Object best = items.next();
        while (items.hasNext()) {
            Object item = items.next();
            if (Ordering.compare(better, item, best, run)) {
                best = item;
            }
        }
        return best;
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
        Object[] a = args.bind("sorted", 1, "/iterable", "*reverse");
        Object[] items = Iteration.array(a[0], run).clone();
        Ordering.sort(items, a[1] != Args.MISSING && Arithmetic.index(a[1], "reverse") != 0, run);
        return Sequence.list(items);
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
        return new LazyIterator("enumerate", items::hasNext, () -> {
            Object pair = Sequence.tuple(index[0], items.next());
            index[0] = Arithmetic.apply(Operator.ADD, index[0], 1L, run);
            return pair;
        });
    }

    private static Object zip(Object[] sources, Evaluation run) {
        List<Iterator<Object>> all = new ArrayList<>();
        for (Object source : sources) {
            all.add(Iteration.over(source, run));
        }
        return new LazyIterator(
                "zip",
                () -> !all.isEmpty() && all.stream().allMatch(Iterator::hasNext),
                () -> Sequence.tuple(all.stream().map(Iterator::next).toArray()));
    }
}
