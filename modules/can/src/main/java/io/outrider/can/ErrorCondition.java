package io.outrider.can;

import java.util.concurrent.atomic.AtomicLong;

/** Condition of a controller, from its error frames (linux/can/error.h). */
final class ErrorCondition {
    static final int CLASS_CONTROLLER = 0x004;
    static final int CLASS_BUS_OFF = 0x040;
    static final int CLASS_RESTARTED = 0x100;

    private static final int WARNING_BITS = 0x04 | 0x08;
    private static final int PASSIVE_BITS = 0x10 | 0x20;
    private static final int ACTIVE_BIT = 0x40;

    private final AtomicLong frames = new AtomicLong();
    private volatile BusState.Condition condition = BusState.Condition.ERROR_ACTIVE;

    void update(CanFrame error) {
        frames.incrementAndGet();
        int classes = error.idValue();
        if ((classes & CLASS_BUS_OFF) != 0) {
            condition = BusState.Condition.BUS_OFF;
        } else if ((classes & CLASS_RESTARTED) != 0) {
            condition = BusState.Condition.ERROR_ACTIVE;
        } else if ((classes & CLASS_CONTROLLER) != 0) {
            noteController(error.at(1));
        }
    }

    private void noteController(int bits) {
        if ((bits & PASSIVE_BITS) != 0) {
            condition = BusState.Condition.PASSIVE;
        } else if ((bits & WARNING_BITS) != 0) {
            condition = BusState.Condition.WARNING;
        } else if ((bits & ACTIVE_BIT) != 0) {
            condition = BusState.Condition.ERROR_ACTIVE;
        }
    }

    void restarted() {
        condition = BusState.Condition.ERROR_ACTIVE;
    }

    BusState.Condition condition() {
        return condition;
    }

    long frames() {
        return frames.get();
    }
}
