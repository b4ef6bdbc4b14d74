package io.outrider.obd.formula;

import java.math.BigInteger;
import java.util.Iterator;

/** Membership, {@code in}. */
final class Membership {
    private Membership() {}

    static boolean contains(Object container, Object item, Evaluation run) {
        if (container instanceof String text) {
            if (!(item instanceof String part)) {
                throw EvaluationFailure.failed("a text contains texts, not a " + Types.name(item));
            }
            run.charge(1 + (text.length() >> 4));
            return Text.find(text, part, run);
        }
        if (container instanceof Bytes bytes) {
            return inBytes(bytes, item, run);
        }
        if (container instanceof Dict dict) {
            return dict.find(item, run) != null;
        }
        if (container instanceof RangeValue range && Types.isInt(item)) {
            BigInteger value = Arithmetic.big(item);
            return value.bitLength() < 63 && range.contains(value.longValue());
        }
        if (container instanceof Sequence sequence) {
            for (Object element : sequence.items) {
                run.step();
                if (Equality.same(element, item, run)) {
                    return true;
                }
            }
            return false;
        }
        Iterator<Object> elements = Iteration.over(container, run);
        while (elements.hasNext()) {
            if (Equality.same(elements.next(), item, run)) {
                return true;
            }
        }
        return false;
    }

    private static boolean inBytes(Bytes bytes, Object item, Evaluation run) {
        run.charge(1 + (bytes.length >> 4));
        if (item instanceof Bytes part) {
            return Text.find(bytes.latin1(), part.latin1(), run);
        }
        long value = Arithmetic.index(item, "what is looked for in bytes");
        if (value < 0 || value > 255) {
            throw EvaluationFailure.failed("a byte is 0 to 255");
        }
        for (int i = 0; i < bytes.length; i++) {
            if (bytes.at(i) == value) {
                return true;
            }
        }
        return false;
    }
}
