package io.outrider.obd.formula;

import io.outrider.api.Excerpt;
import java.math.BigInteger;

/** Text of a value as Python prints it: str() and repr(). */
final class Repr {
    /** sys.int_info.default_max_str_digits of CPython 3.11. */
    static final int MOST_DIGITS = 4300;

    private static final int BRIEF = 40;

    private final Evaluation run;
    private final StringBuilder out = new StringBuilder();

    private Repr(Evaluation run) {
        this.run = run;
    }

    static String str(Object value, Evaluation run) {
        return value instanceof String text ? text : repr(value, run);
    }

    static String repr(Object value, Evaluation run) {
        Repr repr = new Repr(run);
        repr.write(value, 0);
        return run.text(repr.out.toString());
    }

    /** For messages: short, and never a failure. */
    static String brief(Object value, Evaluation run) {
        return Excerpt.of(shown(value, run), BRIEF);
    }

    /** For people: never a failure. */
    static String shown(Object value, Evaluation run) {
        try {
            return repr(value, run);
        } catch (EvaluationFailure failure) {
            return "a " + Types.name(value);
        }
    }

    static String ofInteger(Object value, Evaluation run) {
        if (value instanceof BigInteger big) {
            run.bits(big.bitLength() * 2L);
            String text = big.toString();
            if (text.length() - (big.signum() < 0 ? 1 : 0) > MOST_DIGITS) {
                throw EvaluationFailure.failed("an integer of more than " + MOST_DIGITS + " digits as text");
            }
            return text;
        }
        return value.toString();
    }

    private void write(Object value, int depth) {
        run.nesting(depth);
        if (out.length() > run.limits.size()) {
            run.size(out.length());
        }
        if (value == null) {
            out.append("None");
        } else if (value instanceof Boolean flag) {
            out.append(flag ? "True" : "False");
        } else if (value instanceof Double number) {
            out.append(Floats.repr(number));
        } else if (Types.isInt(value)) {
            out.append(ofInteger(value, run));
        } else if (value instanceof String text) {
            Quoting.text(text, out);
        } else if (value instanceof Bytes bytes) {
            out.append(bytes.mutable ? "bytearray(" : "");
            Quoting.bytes(bytes, out);
            out.append(bytes.mutable ? ")" : "");
        } else if (value instanceof Sequence sequence) {
            out.append(sequence.tuple ? '(' : '[');
            items(sequence.items, depth);
            out.append(sequence.tuple ? (sequence.items.length == 1 ? ",)" : ")") : "]");
        } else if (value instanceof Dict dict) {
            dict(dict, depth);
        } else if (value instanceof RangeValue range) {
            out.append("range(").append(range.start()).append(", ").append(range.stop());
            out.append(range.step() == 1 ? ")" : ", " + range.step() + ")");
        } else {
            throw EvaluationFailure.refused("a " + Types.name(value) + " as text");
        }
    }

    private void items(Object[] items, int depth) {
        for (int i = 0; i < items.length; i++) {
            out.append(i == 0 ? "" : ", ");
            write(items[i], depth + 1);
        }
    }

    private void dict(Dict dict, int depth) {
        String separator = "{";
        for (Object[] entry : dict.entries()) {
            out.append(separator);
            write(entry[0], depth + 1);
            out.append(": ");
            write(entry[1], depth + 1);
            separator = ", ";
        }
        out.append(dict.size() == 0 ? "{}" : "}");
    }
}
