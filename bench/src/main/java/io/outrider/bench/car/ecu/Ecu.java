package io.outrider.bench.car.ecu;

import io.outrider.bench.car.bus.FrameSource;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.fault.EcuFault;
import io.outrider.bench.car.fault.Faults;
import io.outrider.bench.car.wire.EcuAddress;
import io.outrider.bench.car.wire.FlowControl;
import io.outrider.bench.car.wire.IsoTpSegmenter;
import io.outrider.bench.car.wire.PacedFrames;
import io.outrider.bench.car.wire.RequestFlow;
import io.outrider.bench.car.wire.RequestReceiver;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * ECU on the bus: receives requests, calls its services and sends the answers with its faults. A new request ends the answer
 * to the one before.
 */
public final class Ecu implements FrameSource {
    private final String name;
    private final EcuAddress address;
    private final EcuServices services;
    private final Faults faults;
    private final IsoTpSegmenter segmenter;
    private final RequestReceiver receiver;
    private final Queue<CanFrame> flowControl = new ArrayDeque<>();
    private final Queue<PacedFrames> messages = new ArrayDeque<>();

    /** @param padding byte that fills its frames */
    Ecu(String name, EcuAddress address, EcuServices services, Faults faults, RequestFlow flow, int padding) {
        this.name = name;
        this.address = address;
        this.services = services;
        this.faults = faults;
        this.segmenter = new IsoTpSegmenter(address, padding);
        this.receiver = new RequestReceiver(segmenter, flow);
    }

    public List<CanFilter> filters() {
        return address.filters();
    }

    /**
     * Accepts a frame from the bus.
     *
     * @return true if it completed a request that is answered
     */
    public boolean accept(CanFrame frame, DriveState state, long now) {
        if (!address.accepts(frame)) {
            return false;
        }
        boolean functional = address.isFunctional(frame);
        if (!functional && FlowControl.isIn(frame, address.prefix())) {
            PacedFrames current = messages.peek();
            if (current != null) {
                current.accept(FlowControl.in(frame, address.prefix()), now);
            }
            return false;
        }
        RequestReceiver.FrameResult outcome = receiver.accept(frame, now);
        flowControl.addAll(outcome.replies());
        return outcome.request() != null && answer(outcome.request(), functional, state, now);
    }

    private boolean answer(byte[] request, boolean functional, DriveState state, long now) {
        messages.clear();
        byte[] answer = services.answer(request, functional, state);
        List<EcuFault> activeFaults = faults.of(address.response());
        if (answer == null || activeFaults.contains(new EcuFault.Silence())) {
            return false;
        }
        messages.addAll(EcuAnswer.schedule(segmenter, request, answer, activeFaults, now));
        return true;
    }

    @Override
    public CanFrame next(DriveState state, long now) {
        if (!flowControl.isEmpty()) {
            return flowControl.remove();
        }
        while (!messages.isEmpty()) {
            CanFrame frame = messages.peek().next(now);
            if (frame != null || !messages.peek().isDone()) {
                return frame;
            }
            messages.remove();
        }
        return null;
    }

    @Override
    public long due() {
        return messages.isEmpty() ? NEVER : messages.peek().due();
    }

    @Override
    public void fallAsleep() {
        flowControl.clear();
        messages.clear();
    }

    @Override
    public String toString() {
        return name + " (" + address.response() + ")";
    }
}
