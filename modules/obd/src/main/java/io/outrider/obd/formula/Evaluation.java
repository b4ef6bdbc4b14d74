package io.outrider.obd.formula;

import java.math.BigInteger;
import java.util.List;

/** Evaluation of a formula: its messages and what it has spent. Used by one thread, then thrown away. */
final class Evaluation {
    private static final int TIME_CHECK = 63;

    /** Bytes that everything takes that is made in one evaluation, kept or not. */
    static final int MEMORY = 8 << 20;

    /** About what an element of a list takes, with a short text. */
    private static final int ELEMENT = 160;

    /** Bytes of a result that is no single text or byte string: those are bounded by {@link EvaluationLimits#size}. */
    static final int RESULT = 256 << 10;

    final EvaluationLimits limits;
    final Trace trace;
    boolean pastEnd;
    private final List<byte[]> messages;
    private Sequence messageList;
    private int stepsLeft;
    private int memoryLeft = MEMORY;
    private int resultLeft = RESULT;
    private int depth;
    private long deadline;

    Evaluation(EvaluationLimits limits, List<byte[]> messages, Trace trace) {
        this.limits = limits;
        this.messages = messages;
        this.trace = trace;
        this.stepsLeft = limits.steps();
    }

    MessageValue message() {
        if (messages.isEmpty()) {
            throw EvaluationFailure.failed("there is no message: nothing was answered");
        }
        return (MessageValue) messages().items[0];
    }

    Sequence messages() {
        if (messageList == null) {
            Object[] all = new Object[messages.size()];
            for (int i = 0; i < all.length; i++) {
                all[i] = new MessageValue(Bytes.data(messages.get(i)));
            }
            messageList = Sequence.list(all);
        }
        return messageList;
    }

    /** One turn of a loop. */
    void step() {
        if (--stepsLeft < 0) {
            throw EvaluationFailure.refused("the formula takes more than " + limits.steps() + " steps");
        }
        if ((stepsLeft & TIME_CHECK) == 0) {
            checkTime();
        }
    }

    /** Work or memory in units of about 16 elements. */
    void charge(int units) {
        stepsLeft -= units - 1;
        step();
        if (units > TIME_CHECK) {
            checkTime();
        }
    }

    private void checkTime() {
        long now = System.nanoTime();
        if (deadline == 0) {
            deadline = now + limits.time().toNanos();
        } else if (now - deadline > 0) {
            throw EvaluationFailure.refused(
                    "the formula takes longer than " + limits.time().toMillis() + " ms");
        }
    }

    /** The size of a text, byte string or list about to be made. */
    int size(long elements) {
        if (elements > limits.size()) {
            throw EvaluationFailure.refused("a value of more than " + limits.size() + " elements");
        }
        if (elements >= 64) {
            charge((int) (elements >> 4));
            hold(4 * elements);
        }
        return (int) elements;
    }

    String text(String text) {
        size(text.length());
        return text;
    }

    /** Refuses an integer of more bits than allowed, before it is computed where its size is known. */
    void bits(long bits) {
        if (bits > limits.integerBits()) {
            throw EvaluationFailure.refused("an integer of more than " + limits.integerBits() + " bits");
        }
        if (bits > 1024) {
            charge((int) (bits >> 8));
        }
    }

    Object integer(BigInteger value) {
        if (value.bitLength() < 64) {
            return value.longValue();
        }
        bits(value.bitLength() + (value.signum() < 0 ? 1 : 0));
        return value;
    }

    /** Enters levels of nesting; leave with the same number. */
    void enter(int levels) {
        depth += levels;
        if (depth > 4 * limits.depth()) {
            depth -= levels;
            throw EvaluationFailure.refused("generators nested too deep");
        }
    }

    void leave(int levels) {
        depth -= levels;
    }

    /** Guards walks through nested values. */
    void nesting(int levels) {
        step();
        if (levels > limits.depth()) {
            throw EvaluationFailure.refused("values nested more than " + limits.depth() + " deep");
        }
    }

    void grow(List<Object> list, Object element) {
        if (list.size() >= limits.size()) {
            throw EvaluationFailure.refused("a list of more than " + limits.size() + " elements");
        }
        if ((list.size() & 15) == 15) {
            step();
        }
        hold(ELEMENT);
        list.add(element);
    }

    /** Elements of a table, a set or a list of pairs, about to be made. */
    void holdElements(int count) {
        hold((long) count * ELEMENT);
    }

    private void hold(long bytes) {
        if (bytes > memoryLeft) {
            throw EvaluationFailure.refused("the formula takes more than " + (MEMORY >> 20) + " MiB of memory");
        }
        memoryLeft -= (int) bytes;
    }

    /** Bytes of the result, about to be carried out. */
    void result(long bytes) {
        if (bytes > resultLeft) {
            throw EvaluationFailure.refused("the result has more than " + RESULT + " bytes; take a part of it");
        }
        resultLeft -= (int) bytes;
    }
}
