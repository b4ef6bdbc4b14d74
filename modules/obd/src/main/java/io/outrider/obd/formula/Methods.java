package io.outrider.obd.formula;

import java.util.Set;

/** Methods of values. None of them changes its object. */
final class Methods {
    static final Set<String> TEXT = Set.of("strip upper lower replace join split startswith endswith zfill".split(" "));
    static final Set<String> BYTES = Set.of("hex", "decode");
    static final Set<String> DICT = Set.of("get");

    private Methods() {}

    static boolean known(String name) {
        return TEXT.contains(name) || BYTES.contains(name) || DICT.contains(name);
    }

    static Object call(Object self, String name, Args args, Evaluation run) {
        if (self instanceof String text && TEXT.contains(name)) {
            return new TextMethods(text, run).call(name, args);
        }
        if (self instanceof Bytes bytes && BYTES.contains(name)) {
            return BytesMethods.call(bytes, name, args, run);
        }
        if (self instanceof Dict dict && DICT.contains(name)) {
            Object[] a = args.plain(name, 1, 2);
            Object[] entry = dict.find(a[0], run);
            return entry != null ? entry[1] : a.length > 1 ? a[1] : null;
        }
        if (self instanceof Bytes && TEXT.contains(name)) {
            throw EvaluationFailure.refused(
                    name + "() of bytes is not part of formulas; decode() them first, or compare a slice");
        }
        throw EvaluationFailure.failed("a " + Types.name(self) + " has no method " + name + "()");
    }
}
