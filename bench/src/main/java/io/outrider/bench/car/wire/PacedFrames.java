package io.outrider.bench.car.wire;

import io.outrider.can.CanFrame;
import java.util.Iterator;

/**
 * One message on its way out: its first frame at once, the others as flow control lets them. The caller asks for what
 * is due. One thread.
 */
public final class PacedFrames {
    /** Nothing is due before something comes in. */
    public static final long NEVER = Long.MAX_VALUE;

    /** N_Bs, ISO 15765-2, table 16. */
    private static final long FLOW_CONTROL_NANOS = 1_000_000_000L;

    /**
     * A frame of 8 bytes takes about this long on a bus of 500 kbit/s: no ECU sends faster, and queues of a virtual bus
     * need not be longer than those of a real one.
     */
    private static final long FRAME_NANOS = 250_000;

    /** What a late wake-up may make good at once. */
    private static final long MOST_BEHIND = 16 * FRAME_NANOS;

    private enum Stage {
        FIRST,
        AWAITS_FLOW_CONTROL,
        SENDS,
        DONE
    }

    private final Iterator<CanFrame> frames;
    private final boolean free;
    private Stage stage = Stage.FIRST;
    private long due;
    private int leftInBlock;
    private long separationNanos;

    private PacedFrames(Iterator<CanFrame> frames, boolean free, long notBefore) {
        this.frames = frames;
        this.free = free;
        this.due = notBefore;
        if (!frames.hasNext()) {
            stage = Stage.DONE;
        }
    }

    /** @param notBefore when the first frame may go out; the others wait for flow control */
    public static PacedFrames flowControlled(Iterator<CanFrame> frames, long notBefore) {
        return new PacedFrames(frames, false, notBefore);
    }

    /** One frame after the other, without waiting for anybody. */
    public static PacedFrames free(Iterator<CanFrame> frames, long notBefore) {
        return new PacedFrames(frames, true, notBefore);
    }

    public boolean isDone() {
        return stage == Stage.DONE;
    }

    public boolean awaitsFlowControl() {
        return stage == Stage.AWAITS_FLOW_CONTROL;
    }

    /** When to ask again, or {@link #NEVER}. */
    public long due() {
        return stage == Stage.DONE ? NEVER : due;
    }

    /** The frame to send now, or null if none is due. */
    public CanFrame next(long now) {
        if (stage == Stage.DONE || now - due < 0) {
            return null;
        }
        if (stage == Stage.AWAITS_FLOW_CONTROL) {
            stage = Stage.DONE; // nobody wants the rest
            return null;
        }
        CanFrame frame = frames.next();
        if (!frames.hasNext()) {
            stage = Stage.DONE;
        } else if (!free && (stage == Stage.FIRST || --leftInBlock == 0)) {
            stage = Stage.AWAITS_FLOW_CONTROL;
            due = now + FLOW_CONTROL_NANOS;
        } else {
            due = separationNanos > FRAME_NANOS
                    ? now + separationNanos
                    : Math.max(due, now - MOST_BEHIND) + FRAME_NANOS;
        }
        return frame;
    }

    /** Flow control has come; without effect if nothing waits for it. */
    public void accept(FlowControl flow, long now) {
        if (stage != Stage.AWAITS_FLOW_CONTROL) {
            return;
        }
        if (now - due >= 0) {
            stage = Stage.DONE; // too late
            return;
        }
        switch (flow.status()) {
            case FlowControl.CONTINUE -> {
                stage = Stage.SENDS;
                leftInBlock = flow.blockSize();
                separationNanos = flow.separationNanos();
                due = now;
            }
            case FlowControl.WAIT -> due = now + FLOW_CONTROL_NANOS;
            default -> stage = Stage.DONE;
        }
    }
}
