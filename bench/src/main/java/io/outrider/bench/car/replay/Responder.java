package io.outrider.bench.car.replay;

import io.outrider.bench.car.wire.FlowControl;
import io.outrider.bench.car.wire.PacedFrames;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Responder of a record: its messages in order, the first frame of each at once and the rest on flow control. */
final class Responder {
    private static final int FIRST = 1;
    private static final int CONSECUTIVE = 2;

    private final int prefix;
    private final Set<CanId> ownFlowControl = new LinkedHashSet<>();
    private final CanId request;
    private final List<List<CanFrame>> messages = new ArrayList<>();
    private final List<PacedFrames> outgoing = new ArrayList<>();
    private int sent;

    Responder(CaptureRecord record, CanId id, int prefix) {
        this.prefix = prefix;
        this.request = record.requestId();
        record.flowControlPartner(id).ifPresent(ownFlowControl::add);
        IsoTpAddress.partner(id).ifPresent(ownFlowControl::add);
    }

    /** Adds the next recorded frame. */
    void add(CanFrame frame) {
        int kind = frame.length() > prefix ? frame.at(prefix) >> 4 : -1;
        List<CanFrame> last = messages.isEmpty() ? List.of() : messages.get(messages.size() - 1);
        boolean belongsToLast = kind == CONSECUTIVE
                && !last.isEmpty()
                && last.get(0).length() > prefix
                && last.get(0).at(prefix) >> 4 == FIRST;
        if (belongsToLast) {
            last.add(frame);
        } else {
            messages.add(new ArrayList<>(List.of(frame)));
        }
    }

    void begin(long now) {
        outgoing.clear();
        sent = 0;
        for (List<CanFrame> message : messages) {
            outgoing.add(PacedFrames.flowControlled(message.iterator(), now));
        }
    }

    /** True if flow control with this id is for this responder only. */
    boolean isFlowControlledAt(CanId id) {
        return ownFlowControl.contains(id);
    }

    boolean awaitsFlowControlAt(CanId id) {
        return current() != null && current().awaitsFlowControl() && (isFlowControlledAt(id) || request.equals(id));
    }

    void accept(FlowControl flow, long now) {
        current().accept(flow, now);
    }

    /** The frame to send now, or null. */
    CanFrame next(long now) {
        while (current() != null) {
            CanFrame frame = current().next(now);
            if (frame != null) {
                sent++;
                return frame;
            }
            if (!current().isDone()) {
                return null;
            }
            outgoing.remove(0);
        }
        return null;
    }

    long due() {
        return current() == null ? PacedFrames.NEVER : current().due();
    }

    int sent() {
        return sent;
    }

    int recorded() {
        return messages.stream().mapToInt(List::size).sum();
    }

    private PacedFrames current() {
        return outgoing.isEmpty() ? null : outgoing.get(0);
    }
}
