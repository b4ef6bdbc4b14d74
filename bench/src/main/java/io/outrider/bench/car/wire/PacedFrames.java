package io.outrider.bench.car.wire;

import io.outrider.can.CanFrame;
import java.util.Iterator;

/** Outgoing message: its first frame at once, the others paced by flow control. The caller polls due frames. One thread. */
public final class PacedFrames {
    /** No frame is due before an input. */
    public static final long NEVER = Long.MAX_VALUE;

    /** N_Bs, ISO 15765-2, table 16. */
    private static final long FLOW_CONTROL_NANOS = 1_000_000_000L;

    /**
     * Time of a frame of 8 bytes on a bus of 500 kbit/s. No ECU sends faster, and the queues of a virtual bus need not be
     * longer than those of a real one.
     */
    private static final long FRAME_NANOS = 250_000;

    /** Longest delay that is made up at once after a late wake-up. */
    private static final long MAX_CATCH_UP = 16 * FRAME_NANOS;

    private enum PacingStage {
        FIRST,
        AWAITS_FLOW_CONTROL,
        SENDS,
        DONE
    }

    private final Iterator<CanFrame> frames;
    private final boolean free;
    private PacingStage stage = PacingStage.FIRST;
    private long due;
    private int leftInBlock;
    private long separationNanos;

    private PacedFrames(Iterator<CanFrame> frames, boolean free, long notBefore) {
        this.frames = frames;
        this.free = free;
        this.due = notBefore;
        if (!frames.hasNext()) {
            stage = PacingStage.DONE;
        }
    }

    /** @param notBefore earliest time of the first frame; the others wait for flow control */
    public static PacedFrames flowControlled(Iterator<CanFrame> frames, long notBefore) {
        return new PacedFrames(frames, false, notBefore);
    }

    /** Frames without flow control. */
    public static PacedFrames free(Iterator<CanFrame> frames, long notBefore) {
        return new PacedFrames(frames, true, notBefore);
    }

    public boolean isDone() {
        return stage == PacingStage.DONE;
    }

    public boolean awaitsFlowControl() {
        return stage == PacingStage.AWAITS_FLOW_CONTROL;
    }

    /** Time of the next frame, or {@link #NEVER}. */
    public long due() {
        return stage == PacingStage.DONE ? NEVER : due;
    }

    /** The frame to send now, or null if none is due. */
    public CanFrame next(long now) {
        if (stage == PacingStage.DONE || now - due < 0) {
            return null;
        }
        if (stage == PacingStage.AWAITS_FLOW_CONTROL) {
            stage = PacingStage.DONE; // no flow control in time: the receiver has given up
            return null;
        }
        CanFrame frame = frames.next();
        if (!frames.hasNext()) {
            stage = PacingStage.DONE;
        } else if (!free && (stage == PacingStage.FIRST || --leftInBlock == 0)) {
            stage = PacingStage.AWAITS_FLOW_CONTROL;
            due = now + FLOW_CONTROL_NANOS;
        } else {
            due = separationNanos > FRAME_NANOS
                    ? now + separationNanos
                    : Math.max(due, now - MAX_CATCH_UP) + FRAME_NANOS;
        }
        return frame;
    }

    /** Accepts flow control; ignored unless the message waits for it. */
    public void accept(FlowControl flow, long now) {
        if (stage != PacingStage.AWAITS_FLOW_CONTROL) {
            return;
        }
        if (now - due >= 0) {
            stage = PacingStage.DONE; // too late
            return;
        }
        switch (flow.status()) {
            case FlowControl.CONTINUE -> {
                stage = PacingStage.SENDS;
                leftInBlock = flow.blockSize();
                separationNanos = flow.separationNanos();
                due = now;
            }
            case FlowControl.WAIT -> due = now + FLOW_CONTROL_NANOS;
            default -> stage = PacingStage.DONE;
        }
    }
}
