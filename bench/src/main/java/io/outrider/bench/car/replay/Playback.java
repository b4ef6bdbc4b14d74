package io.outrider.bench.car.replay;

import io.outrider.bench.car.wire.EcuAddress;
import io.outrider.bench.car.wire.FlowControl;
import io.outrider.bench.car.wire.IsoTpSegmenter;
import io.outrider.bench.car.wire.PacedFrames;
import io.outrider.bench.car.wire.RequestFlow;
import io.outrider.bench.car.wire.RequestReceiver;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/** Playback of one record: pure state that accepts frames and times and returns frames to send. One thread. */
final class Playback {
    private static final int PADDING = 0x00;
    private static final byte CURRENT_DATA = 0x01;
    private static final byte VEHICLE_INFORMATION = 0x09;
    private static final byte LAST_BITMAP = (byte) 0xC0;

    private record EcuName(CanId id, int addressByte) {}

    private final CaptureRecord record;
    private final EcuAddress address;
    private final RequestReceiver receiver;
    private final Map<EcuName, Responder> responders = new LinkedHashMap<>();

    /** Flow control for long requests, and answers that were not recorded. */
    private final Queue<CanFrame> unrecorded = new ArrayDeque<>();

    private int requests;
    private int otherRequests;
    private int flowControls;
    private int sentBefore;

    Playback(CaptureRecord record) {
        this.record = record;
        int own = record.extendedAddress().orElse(EcuAddress.NONE);
        List<CanFrame> frames = record.frames();
        int prefix = own == EcuAddress.NONE ? 0 : 1;
        for (CanFrame frame : frames) {
            EcuName name = new EcuName(frame.id(), prefix == 0 ? EcuAddress.NONE : frame.at(0));
            responders
                    .computeIfAbsent(name, each -> new Responder(record, frame.id(), prefix))
                    .add(frame);
        }
        Optional<EcuName> first = responders.keySet().stream().findFirst();
        address = new EcuAddress(
                record.requestId(),
                first.map(EcuName::id).orElse(record.requestId()),
                Optional.empty(),
                own,
                first.map(EcuName::addressByte).orElse(EcuAddress.NONE));
        receiver = new RequestReceiver(new IsoTpSegmenter(address, PADDING), RequestFlow.FREE);
    }

    void accept(CanFrame frame, long now) {
        int prefix = address.prefix();
        boolean isForEcu = frame.isData() && frame.length() > prefix && (prefix == 0 || frame.at(0) == address.own());
        if (!isForEcu) {
            return;
        }
        if (FlowControl.isIn(frame, prefix)) {
            acceptFlowControl(frame, now);
        } else if (frame.hasId(address.request())) {
            acceptRequest(frame, now);
        }
    }

    private void acceptFlowControl(CanFrame frame, long now) {
        CanId id = frame.id();
        Collection<Responder> all = responders.values();
        Optional<Responder> own = all.stream()
                .filter(responder -> responder.isFlowControlledAt(id) && responder.awaitsFlowControlAt(id))
                .findFirst();
        own.or(() -> all.stream()
                        .filter(responder -> responder.awaitsFlowControlAt(id))
                        .findFirst())
                .ifPresent(responder -> {
                    flowControls++;
                    responder.accept(FlowControl.in(frame, address.prefix()), now);
                });
    }

    private void acceptRequest(CanFrame frame, long now) {
        RequestReceiver.FrameResult outcome = receiver.accept(frame, now);
        unrecorded.addAll(outcome.replies());
        if (outcome.request() == null) {
            return;
        }
        if (Arrays.equals(outcome.request(), record.requestPayload())) {
            requests++;
            sentBefore += sent();
            responders.values().forEach(responder -> responder.begin(now));
        } else {
            otherRequests++;
            discovery(outcome.request()).ifPresent(unrecorded::add);
        }
    }

    /**
     * Answer to the mask of supported PIDs, which is queried before a query without a header. It is not recorded, so all are
     * supported.
     */
    private Optional<CanFrame> discovery(byte[] request) {
        boolean isMask = request.length == 2
                && (request[0] == CURRENT_DATA || request[0] == VEHICLE_INFORMATION)
                && (request[1] & 0x1F) == 0;
        if (!isMask || responders.isEmpty()) {
            return Optional.empty();
        }
        byte last = (byte) (request[1] == LAST_BITMAP ? 0xFE : 0xFF);
        byte[] all = {(byte) (request[0] | 0x40), request[1], (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, last};
        return Optional.of(new IsoTpSegmenter(address, PADDING).segment(all).get(0));
    }

    /** The frame to send now, or null. */
    CanFrame next(long now) {
        if (!unrecorded.isEmpty()) {
            return unrecorded.remove();
        }
        for (Responder responder : responders.values()) {
            CanFrame frame = responder.next(now);
            if (frame != null) {
                return frame;
            }
        }
        return null;
    }

    /** Time of the next frame, in the ticker's time, or {@link PacedFrames#NEVER}. */
    long due() {
        long earliest = PacedFrames.NEVER;
        for (Responder responder : responders.values()) {
            long due = responder.due();
            if (earliest == PacedFrames.NEVER || due != PacedFrames.NEVER && due - earliest < 0) {
                earliest = due;
            }
        }
        return earliest;
    }

    private int sent() {
        return responders.values().stream().mapToInt(Responder::sent).sum();
    }

    PlaybackStatistics statistics() {
        int recorded =
                responders.values().stream().mapToInt(Responder::recorded).sum();
        int sent = sentBefore + sent();
        return new PlaybackStatistics(
                requests, otherRequests, flowControls, sent, Math.max(0, recorded * requests - sent));
    }
}
