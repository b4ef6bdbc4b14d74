package io.outrider.obd.formula;

import java.util.Set;

/** Method lookup and call. No method mutates its object. */
final class Methods {
    /** Mutating methods of any type, which are refused. */
    static final Set<String> CHANGING = Set.of(
            "append",
            "extend",
            "insert",
            "remove",
            "pop",
            "clear",
            "reverse",
            "sort",
            "popitem",
            "setdefault",
            "update",
            "add",
            "discard",
            "intersection_update",
            "difference_update",
            "symmetric_difference_update",
            "send",
            "throw",
            "close");

    private static final Set<String> INT = Set.of("to_bytes", "bit_length", "bit_count", "conjugate");
    private static final Set<String> FLOAT = Set.of("is_integer", "as_integer_ratio", "conjugate");
    private static final Set<String> DICT = Set.of("get", "keys", "values", "items", "copy");
    private static final Set<String> SEQUENCE = Set.of("index", "count", "copy");
    private static final Set<String> SET = Set.of(
            "union",
            "intersection",
            "difference",
            "symmetric_difference",
            "issubset",
            "issuperset",
            "isdisjoint",
            "copy");

    private Methods() {}

    static boolean has(Object self, String name) {
        if (self instanceof String) {
            return TextMethods.SHARED.contains(name) && !name.equals("copy") || TextMethods.TEXT_ONLY.contains(name);
        }
        if (self instanceof Bytes bytes) {
            return TextMethods.SHARED.contains(name)
                    || BytesMethods.OWN.contains(name)
                    || bytes.mutable && name.equals("copy");
        }
        if (Types.isInt(self)) {
            return INT.contains(name);
        }
        if (self instanceof Double) {
            return FLOAT.contains(name);
        }
        if (self instanceof Dict) {
            return DICT.contains(name);
        }
        if (self instanceof Sequence sequence) {
            return SEQUENCE.contains(name) && !(sequence.tuple && name.equals("copy"));
        }
        if (self instanceof RangeValue) {
            return name.equals("index") || name.equals("count");
        }
        return self instanceof SetValue && SET.contains(name);
    }

    static Object call(Object self, String name, Args args, Evaluation run) {
        if (self instanceof TypeFunction type) {
            return type.attribute(name).call(run, args);
        }
        if (!has(self, name)) {
            throw missing(self, name);
        }
        if (name.equals("copy") || name.equals("conjugate")) {
            args.plain(name, 0, 0);
            return Types.isInt(self) ? Arithmetic.plus(self) : self;
        }
        if (self instanceof String text) {
            return TextMethods.call(text, name, args, run);
        }
        if (self instanceof Bytes bytes) {
            return BytesMethods.call(bytes, name, args, run);
        }
        if (Types.isNumber(self)) {
            return NumberMethods.call(self, name, args, run);
        }
        if (self instanceof Dict dict) {
            return dict(dict, name, args, run);
        }
        if (self instanceof SetValue set) {
            return set(set, name, args, run);
        }
        return sequence(self, name, args, run);
    }

    static EvaluationFailure missing(Object self, String name) {
        String hint = self instanceof MessageValue ? ": a message has only .data" : "";
        return EvaluationFailure.failed("a " + Types.name(self) + " has no attribute " + name + hint);
    }

    private static Object dict(Dict dict, String name, Args args, Evaluation run) {
        if (name.equals("get")) {
            Object[] a = args.plain(name, 1, 2);
            Object[] entry = dict.find(a[0], run);
            return entry != null ? entry[1] : a.length > 1 ? a[1] : null;
        }
        args.plain(name, 0, 0);
        run.charge(1 + (dict.size() >> 2));
        run.holdElements(dict.size());
        return switch (name) {
            case "keys" -> new Dict.View("dict_keys", dict.keys());
            case "values" -> new Dict.View("dict_values", dict.values());
            default -> new Dict.View("dict_items", dict.items());
        };
    }

    private static Object sequence(Object self, String name, Args args, Evaluation run) {
        Object[] a = args.plain(name, 1, name.equals("index") ? 3 : 1);
        Object[] items = Iteration.array(self, run);
        int from = a.length < 2 ? 0 : Slices.clamp(Arithmetic.index(a[1], "the start"), items.length);
        int to = a.length < 3 ? items.length : Slices.clamp(Arithmetic.index(a[2], "the end"), items.length);
        long count = 0;
        for (int i = from; i < to; i++) {
            run.step();
            if (Equality.same(items[i], a[0], run)) {
                if (name.equals("index")) {
                    return (long) i;
                }
                count++;
            }
        }
        if (name.equals("index")) {
            throw EvaluationFailure.failed(Repr.brief(a[0], run) + " is not in the " + Types.name(self));
        }
        return count;
    }

    private static Object set(SetValue set, String name, Args args, Evaluation run) {
        SetValue result = set;
        Object[] others = args.plain(
                name,
                name.startsWith("is") || name.startsWith("sym") ? 1 : 0,
                name.startsWith("is") || name.startsWith("sym") ? 1 : 99);
        for (Object each : others) {
            SetValue other = Builtins.set(each, false, run);
            run.charge(1 + ((result.size() + other.size()) >> 2));
            run.holdElements(result.size() + other.size());
            switch (name) {
                case "issubset":
                    return other.containsAll(result);
                case "issuperset":
                    return result.containsAll(other);
                case "isdisjoint":
                    return result.combine(Operator.AND, other).size() == 0;
                case "union":
                    result = result.combine(Operator.OR, other);
                    break;
                case "intersection":
                    result = result.combine(Operator.AND, other);
                    break;
                case "difference":
                    result = result.combine(Operator.SUB, other);
                    break;
                default:
                    result = result.combine(Operator.XOR, other);
            }
        }
        return result;
    }
}
