package io.outrider.bench.car.wire;

import io.outrider.can.CanFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reassembly of requests of up to 4,095 bytes from frames, with the flow control to send. One thread. */
public final class RequestReceiver {
    /**
     * Result of a frame.
     *
     * @param request the complete request; null before
     * @param replies flow control to send
     */
    public record FrameResult(byte[] request, List<CanFrame> replies) {
        private static final FrameResult NOTHING = new FrameResult(null, List.of());
    }

    /** N_Cr, ISO 15765-2, table 16. */
    private static final long CONSECUTIVE_NANOS = 1_000_000_000L;

    private static final int FIRST_FRAME_LENGTH = 8;

    private final IsoTpSegmenter segmenter;
    private final int prefix;
    private final RequestFlow flow;
    private byte[] buffer;
    private int filled;
    private int sequence;
    private int leftInBlock;
    private long lastFrame;

    public RequestReceiver(IsoTpSegmenter segmenter, RequestFlow flow) {
        this.segmenter = segmenter;
        this.prefix = segmenter.address().prefix();
        this.flow = flow;
    }

    public FrameResult accept(CanFrame frame, long now) {
        boolean functional = segmenter.address().isFunctional(frame);
        int control = functional ? 0 : prefix;
        return switch (frame.at(control) >> 4) {
            case 0 -> single(frame, control);
            case 1 -> functional || frame.length() < FIRST_FRAME_LENGTH ? FrameResult.NOTHING : first(frame, now);
            case 2 -> functional || buffer == null ? FrameResult.NOTHING : consecutive(frame, now);
            default -> FrameResult.NOTHING;
        };
    }

    private FrameResult single(CanFrame frame, int control) {
        int length = frame.at(control);
        if (length == 0 || length > frame.length() - control - 1) {
            return FrameResult.NOTHING;
        }
        buffer = null;
        return new FrameResult(Arrays.copyOfRange(frame.data(), control + 1, control + 1 + length), List.of());
    }

    private FrameResult first(CanFrame frame, long now) {
        int length = (frame.at(prefix) & 0xF) << 8 | frame.at(prefix + 1);
        int count = FIRST_FRAME_LENGTH - prefix - 2;
        if (length == 0) {
            return new FrameResult(null, List.of(segmenter.flowControl(FlowControl.OVERFLOW, 0, 0)));
        }
        if (length <= count + 1) {
            return FrameResult.NOTHING; // would fit a single frame
        }
        buffer = new byte[length];
        frame.copyData(prefix + 2, buffer, 0, count);
        filled = count;
        sequence = 1;
        lastFrame = now;
        List<CanFrame> replies = new ArrayList<>();
        for (int i = 0; i < flow.waits(); i++) {
            replies.add(segmenter.flowControl(FlowControl.WAIT, 0, 0));
        }
        replies.add(continueFrame());
        return new FrameResult(null, replies);
    }

    private CanFrame continueFrame() {
        leftInBlock = flow.blockSize();
        return segmenter.flowControl(FlowControl.CONTINUE, flow.blockSize(), flow.separationTime());
    }

    private FrameResult consecutive(CanFrame frame, long now) {
        int count = Math.min(frame.length() - prefix - 1, buffer.length - filled);
        boolean wrong = (frame.at(prefix) & 0xF) != sequence
                || now - lastFrame > CONSECUTIVE_NANOS
                || filled + count < buffer.length && frame.length() < FIRST_FRAME_LENGTH;
        if (wrong) {
            buffer = null;
            return FrameResult.NOTHING;
        }
        frame.copyData(prefix + 1, buffer, filled, count);
        filled += count;
        sequence = (sequence + 1) % 16;
        lastFrame = now;
        if (filled == buffer.length) {
            byte[] whole = buffer;
            buffer = null;
            return new FrameResult(whole, List.of());
        }
        return --leftInBlock == 0 ? new FrameResult(null, List.of(continueFrame())) : FrameResult.NOTHING;
    }
}
