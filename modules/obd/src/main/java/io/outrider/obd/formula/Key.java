package io.outrider.obd.formula;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Form of a value under which a dictionary finds it: 1, 1.0 and True are the same key. */
final class Key {
    private Key() {}

    private record OfBytes(String latin1) {}

    private record OfTuple(List<Object> items) {}

    static Object of(Object value, Evaluation run) {
        return of(value, run, 0);
    }

    private static Object of(Object value, Evaluation run, int depth) {
        if (value instanceof Boolean flag) {
            return flag ? 1L : 0L;
        }
        if (value instanceof Double number) {
            return ofDouble(number);
        }
        if (value instanceof Bytes bytes && !bytes.mutable) {
            return new OfBytes(bytes.latin1());
        }
        if (value instanceof Sequence sequence && sequence.tuple) {
            run.nesting(depth);
            List<Object> items = new ArrayList<>(sequence.items.length);
            for (Object item : sequence.items) {
                items.add(of(item, run, depth + 1));
            }
            return new OfTuple(items);
        }
        if (value instanceof RangeValue) {
            throw Refusals.construct("a range as a key is", "use a tuple");
        }
        if (value instanceof Bytes || value instanceof Sequence || value instanceof Dict) {
            throw EvaluationFailure.failed("a " + Types.name(value) + " cannot be a key (unhashable)");
        }
        return value;
    }

    private static Object ofDouble(double number) {
        if (number != Math.rint(number) || Double.isInfinite(number)) {
            return number;
        }
        if (Math.abs(number) < 0x1p63) {
            return (long) number;
        }
        BigInteger exact = new BigDecimal(number).toBigInteger();
        return exact.bitLength() < 64 ? (Object) exact.longValue() : exact;
    }
}
