package io.outrider.can.isotp;

import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import io.outrider.testkit.ManualTicker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** Port whose other side is a function: it maps each frame sent to the frames received. */
class ScriptedPort implements CanPort {
    final ManualTicker ticker = new ManualTicker();
    final Deque<CanFrame> coming = new ArrayDeque<>();
    final List<CanFrame> sent = new ArrayList<>();
    private final Function<CanFrame, Collection<CanFrame>> other;
    private CanFrame flood;
    private long floodNanos;

    ScriptedPort(Function<CanFrame, Collection<CanFrame>> other) {
        this.other = other;
    }

    ScriptedPort() {
        this(sent -> List.of());
    }

    ScriptedPort comes(CanFrame... frames) {
        coming.addAll(List.of(frames));
        return this;
    }

    /** From now on receives this frame forever, one in each interval. */
    void floodWith(CanFrame frame, long everyNanos) {
        flood = frame;
        floodNanos = everyNanos;
    }

    @Override
    public CanFrame receive(long timeoutNanos) {
        CanFrame next = coming.poll();
        if (next == null && flood != null) {
            ticker.advance(floodNanos);
            return flood;
        }
        if (next == null) {
            ticker.advance(timeoutNanos);
        }
        return next;
    }

    @Override
    public void send(CanFrame frame) {
        sent.add(frame);
        coming.addAll(other.apply(frame));
    }

    @Override
    public void discardReceived() {
        coming.clear();
    }

    @Override
    public void close() {}
}
