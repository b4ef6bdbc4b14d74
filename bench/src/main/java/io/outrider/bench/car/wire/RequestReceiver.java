package io.outrider.bench.car.wire;

import io.outrider.can.CanFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Puts the frames of a request together and says which flow control to answer. Requests of up to 4,095 bytes are taken.
 * One thread.
 */
public final class RequestReceiver {
    /**
     * What a frame led to.
     *
     * @param request the whole request, or null if there is none yet
     * @param replies flow control to send
     */
    public record Outcome(byte[] request, List<CanFrame> replies) {
        private static final Outcome NOTHING = new Outcome(null, List.of());
    }

    /** N_Cr, ISO 15765-2, table 16. */
    private static final long CONSECUTIVE_NANOS = 1_000_000_000L;

    private static final int FIRST_FRAME_LENGTH = 8;

    private final Cutter cutter;
    private final int prefix;
    private final RequestFlow flow;
    private byte[] buffer;
    private int filled;
    private int sequence;
    private int leftInBlock;
    private long lastFrame;

    public RequestReceiver(Cutter cutter, RequestFlow flow) {
        this.cutter = cutter;
        this.prefix = cutter.address().prefix();
        this.flow = flow;
    }

    public Outcome accept(CanFrame frame, long now) {
        boolean functional = cutter.address().isFunctional(frame);
        int control = functional ? 0 : prefix;
        return switch (frame.at(control) >> 4) {
            case 0 -> single(frame, control);
            case 1 -> functional || frame.length() < FIRST_FRAME_LENGTH ? Outcome.NOTHING : first(frame, now);
            case 2 -> functional || buffer == null ? Outcome.NOTHING : consecutive(frame, now);
            default -> Outcome.NOTHING;
        };
    }

    private Outcome single(CanFrame frame, int control) {
        int length = frame.at(control);
        if (length == 0 || length > frame.length() - control - 1) {
            return Outcome.NOTHING;
        }
        buffer = null;
        return new Outcome(Arrays.copyOfRange(frame.data(), control + 1, control + 1 + length), List.of());
    }

    private Outcome first(CanFrame frame, long now) {
        int length = (frame.at(prefix) & 0xF) << 8 | frame.at(prefix + 1);
        int held = FIRST_FRAME_LENGTH - prefix - 2;
        if (length == 0) {
            return new Outcome(null, List.of(cutter.flowControl(FlowControl.OVERFLOW, 0, 0)));
        }
        if (length <= held + 1) {
            return Outcome.NOTHING; // it would have fitted a single frame
        }
        buffer = new byte[length];
        frame.copyData(prefix + 2, buffer, 0, held);
        filled = held;
        sequence = 1;
        lastFrame = now;
        List<CanFrame> replies = new ArrayList<>();
        for (int i = 0; i < flow.waits(); i++) {
            replies.add(cutter.flowControl(FlowControl.WAIT, 0, 0));
        }
        replies.add(goOn());
        return new Outcome(null, replies);
    }

    private CanFrame goOn() {
        leftInBlock = flow.blockSize();
        return cutter.flowControl(FlowControl.CONTINUE, flow.blockSize(), flow.separationTime());
    }

    private Outcome consecutive(CanFrame frame, long now) {
        int count = Math.min(frame.length() - prefix - 1, buffer.length - filled);
        boolean wrong = (frame.at(prefix) & 0xF) != sequence
                || now - lastFrame > CONSECUTIVE_NANOS
                || filled + count < buffer.length && frame.length() < FIRST_FRAME_LENGTH;
        if (wrong) {
            buffer = null;
            return Outcome.NOTHING;
        }
        frame.copyData(prefix + 1, buffer, filled, count);
        filled += count;
        sequence = (sequence + 1) % 16;
        lastFrame = now;
        if (filled == buffer.length) {
            byte[] whole = buffer;
            buffer = null;
            return new Outcome(whole, List.of());
        }
        return --leftInBlock == 0 ? new Outcome(null, List.of(goOn())) : Outcome.NOTHING;
    }
}
