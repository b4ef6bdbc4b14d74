package io.outrider.obd.formula;

import java.util.Set;

/** Methods of bytes; those shared with text work on one character per byte. */
final class BytesMethods {
    static final Set<String> OWN = Set.of("decode", "hex");

    private static final Set<String> SEARCHES = Set.of("find", "rfind", "index", "rindex", "count");

    private BytesMethods() {}

    static Object call(Bytes self, String name, Args args, Evaluation run) {
        if (name.equals("decode")) {
            Object[] a = args.bind(name, 0, "encoding", "errors");
            return Codecs.decode(self, a[0], a[1], run);
        }
        if (name.equals("hex")) {
            Object[] a = args.bind(name, 0, "sep", "bytes_per_sep");
            return hex(self, a[0], a[1], run);
        }
        if (name.equals("join")) {
            Object[] parts = Iteration.array(args.plain(name, 1, 1)[0], run);
            Object[] texts = new Object[parts.length];
            for (int i = 0; i < parts.length; i++) {
                texts[i] = text(parts[i], name);
            }
            return bytes(new TextMethods(self.latin1(), true, run).call(name, Args.of(Sequence.list(texts))), self);
        }
        Object[] texts = new Object[args.positional.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = i == 0 && SEARCHES.contains(name) && Types.isInt(args.positional[0])
                    ? oneByte(args.positional[0])
                    : argument(args.positional[i], name);
        }
        Object[] named = new Object[args.named.length];
        for (int i = 0; i < named.length; i++) {
            named[i] = argument(args.named[i], name);
        }
        return bytes(new TextMethods(self.latin1(), true, run).call(name, new Args(texts, args.names, named)), self);
    }

    private static Object argument(Object value, String method) {
        if (value instanceof String) {
            throw EvaluationFailure.failed(method + "() of bytes wants bytes, not a str");
        }
        if (value instanceof Sequence sequence && sequence.tuple) {
            Object[] items = new Object[sequence.items.length];
            for (int i = 0; i < items.length; i++) {
                items[i] = text(sequence.items[i], method);
            }
            return Sequence.tuple(items);
        }
        return value instanceof Bytes bytes ? bytes.latin1() : value;
    }

    private static String oneByte(Object value) {
        long number = Arithmetic.index(value, "a byte");
        if (number < 0 || number > 255) {
            throw EvaluationFailure.failed("a byte is 0 to 255");
        }
        return String.valueOf((char) number);
    }

    private static String text(Object value, String method) {
        if (value instanceof Bytes bytes) {
            return bytes.latin1();
        }
        throw EvaluationFailure.failed(method + "() of bytes wants bytes, not a " + Types.name(value));
    }

    private static Object bytes(Object value, Bytes self) {
        if (value instanceof String text) {
            return Bytes.latin1(text, self.mutable);
        }
        if (value instanceof Sequence sequence) {
            Object[] items = new Object[sequence.items.length];
            for (int i = 0; i < items.length; i++) {
                items[i] = bytes(sequence.items[i], self);
            }
            return sequence.same(items);
        }
        return value;
    }

    /** Lower-case hexadecimal, with a separator every so many bytes, counted from the right if positive. */
    static String hex(Bytes self, Object separator, Object every, Evaluation run) {
        run.size(self.length * 3L);
        String between = "";
        if (separator != Args.MISSING) {
            between = separator instanceof Bytes bytes ? bytes.latin1() : TextMethods.string(separator, "hex");
            if (between.length() != 1 || between.charAt(0) > 127) {
                throw EvaluationFailure.failed("the separator of hex() is one ASCII character");
            }
        }
        long group = every == Args.MISSING ? 1 : Arithmetic.index(every, "bytes_per_sep");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < self.length; i++) {
            long offset = group > 0 ? self.length - i : i;
            if (i > 0 && group != 0 && offset % group == 0) {
                out.append(between);
            }
            int value = self.at(i);
            out.append(Character.forDigit(value >> 4, 16)).append(Character.forDigit(value & 15, 16));
        }
        return out.toString();
    }
}
