package io.outrider.obd.formula;

import java.math.BigInteger;
import java.util.List;

/** State of one evaluation: its messages and its consumed budget. One thread. */
final class Evaluation {
    private static final int TIME_CHECK = 63;

    /** Limit of the bytes allocated in one evaluation, kept or not. */
    private static final int MEMORY = 8 << 20;

    /** Estimated bytes of a list element with a short text. */
    private static final int ELEMENT = 160;

    /** Limit of a composite result in bytes; {@link EvaluationLimits#size} bounds single texts and byte strings. */
    private static final int RESULT = 256 << 10;

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

    /** Counts one iteration of a loop. */
    void step() {
        if (--stepsLeft < 0) {
            throw EvaluationFailure.refused("the formula takes more than " + limits.steps() + " steps");
        }
        if ((stepsLeft & TIME_CHECK) == 0) {
            checkTime();
        }
    }

    /** Counts work or memory in units of about 16 elements. */
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

    /** Checks the size of a text, byte string or list before its allocation. */
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

    /** Refuses an integer with too many bits, if possible before its calculation. */
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
            throw EvaluationFailure.refused("lambdas call each other too deep");
        }
    }

    void leave(int levels) {
        depth -= levels;
    }

    /** Checks the depth of a traversal of nested values. */
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

    /** Counts elements of a table, a set or a list of pairs before their allocation. */
    void holdElements(int count) {
        hold((long) count * ELEMENT);
    }

    private void hold(long bytes) {
        if (bytes > memoryLeft) {
            throw EvaluationFailure.refused("the formula takes more than " + (MEMORY >> 20) + " MiB of memory");
        }
        memoryLeft -= (int) bytes;
    }

    /** Counts bytes of the result before its export. */
    void result(long bytes) {
        if (bytes > resultLeft) {
            throw EvaluationFailure.refused("the result has more than " + RESULT + " bytes; take a part of it");
        }
        resultLeft -= (int) bytes;
    }
}
