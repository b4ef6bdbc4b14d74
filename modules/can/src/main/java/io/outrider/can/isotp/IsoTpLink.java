package io.outrider.can.isotp;

import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.isotp.IsoTpException.Fault;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/**
 * ISO-TP endpoint for one address: sends messages and receives those of its responders, several at once if necessary.
 * One thread at a time. The port's filters should be those of the address; the caller closes the port.
 */
public final class IsoTpLink {
    /** Received message, or the failure of one. */
    public sealed interface Reception permits IsoTpMessage, Broken {
        CanId source();
    }

    public record Broken(CanId source, IsoTpException fault) implements Reception {}

    private static final class Sender {
        private final CanId id;
        private final int address;
        private final Reassembly reassembly;
        private long lastFrame;

        private Sender(CanId id, int address, Reassembly reassembly) {
            this.id = id;
            this.address = address;
            this.reassembly = reassembly;
        }
    }

    private static final byte[] NOTHING = {};

    /** Limit in bytes of all messages in reassembly together; a sender that announces more gets an overflow. */
    public static final int MAX_TOTAL_BYTES = 1 << 20;

    /** Number of source addresses in normal fixed addressing. */
    private static final int MAX_SENDERS = 256;

    /** Arrivals kept while a message is sent; older ones are dropped. */
    private static final int MAX_ARRIVALS = 256;

    private final CanPort port;
    private final IsoTpAddress address;
    private final IsoTpSettings settings;
    private final Ticker ticker;
    private final List<Sender> senders = new ArrayList<>(1);
    private final Queue<Reception> arrived = new ArrayDeque<>(1);

    public IsoTpLink(CanPort port, IsoTpAddress address, IsoTpSettings settings, Ticker ticker) {
        this.port = port;
        this.address = address;
        this.settings = settings;
        this.ticker = ticker;
    }

    /** @param limit ticker time by which the last frame must have been sent */
    public void send(byte[] payload, long limit) throws IsoTpException, BusException, InterruptedException {
        if (payload.length == 0) {
            throw new IllegalArgumentException("there is no message without bytes");
        }
        Segmentation frames = new Segmentation(address.request(), address.target(), settings, payload);
        if (frames.fitsOneFrame()) {
            port.send(frames.single());
            return;
        }
        if (address.isFunctional()) {
            throw new IsoTpException(
                    Fault.TOO_LONG,
                    payload.length + " bytes do not fit one frame, and a request to all ECUs (" + address.request()
                            + ") has only one; name one ECU with header=");
        }
        port.send(frames.first());
        while (!frames.isDone()) {
            sendBlock(frames, awaitFlowControl(frames, limit), limit);
        }
    }

    private void sendBlock(Segmentation frames, CanFrame flowControl, long limit)
            throws IsoTpException, BusException, InterruptedException {
        int blockSize = flowControl.at(address.prefix() + 1);
        long separation = Pci.separationNanos(flowControl.at(address.prefix() + 2));
        for (int i = 0; !frames.isDone() && (blockSize == 0 || i < blockSize); i++) {
            if (i > 0) {
                ticker.sleep(Math.min(separation, limit - ticker.nanos()));
            }
            if (isPast(limit)) {
                throw tooSlow(frames);
            }
            port.send(frames.next());
        }
    }

    private boolean isPast(long limit) {
        return limit - ticker.nanos() <= 0;
    }

    private static IsoTpException tooSlow(Segmentation frames) {
        return new IsoTpException(
                Fault.TOO_SLOW,
                "the other side lets the message go on too slowly: " + frames.sent() + " of " + frames.length()
                        + " bytes were sent when the time for the exchange was over");
    }

    private CanFrame awaitFlowControl(Segmentation frames, long limit)
            throws IsoTpException, BusException, InterruptedException {
        for (int waits = 0; waits <= settings.waitFrames(); waits++) {
            CanFrame flowControl = nextFlowControl(frames, ticker.nanos() + settings.flowControlNanos(), limit);
            switch (flowControl.at(address.prefix()) & 0xF) {
                case Pci.CONTINUE -> {
                    return flowControl;
                }
                case Pci.WAIT -> {}
                case Pci.OVERFLOW ->
                    throw new IsoTpException(Fault.OVERFLOW, "the other side cannot take a message of this length");
                default ->
                    throw new IsoTpException(
                            Fault.INVALID_FLOW_STATUS,
                            "the other side sent a flow control that the standard does not know");
            }
        }
        throw new IsoTpException(
                Fault.TOO_MANY_WAITS, "the other side asked to wait more than " + settings.waitFrames() + " times");
    }

    private CanFrame nextFlowControl(Segmentation frames, long deadline, long limit)
            throws IsoTpException, BusException, InterruptedException {
        while (true) {
            long left = Math.min(deadline, limit) - ticker.nanos();
            CanFrame frame = port.receive(Math.max(0, left));
            if (frame != null && address.accepts(frame)) {
                if (isFlowControl(frame)) {
                    return frame;
                }
                process(frame);
            }
            if (isPast(limit)) {
                throw tooSlow(frames);
            }
            if (frame == null || left <= 0) { // frames do not extend the time, so that a talking ECU cannot block us
                throw new IsoTpException(
                        Fault.NO_FLOW_CONTROL,
                        "no flow control from the other side within " + settings.flowControlNanos() / 1_000_000
                                + " ms");
            }
        }
    }

    private boolean isFlowControl(CanFrame frame) {
        return Pci.kind(frame, address.prefix()) == Pci.FLOW_CONTROL
                && frame.length() >= address.prefix() + 3
                && address.mayControl(frame.id());
    }

    /**
     * @param deadline ticker time by which a message must have begun
     * @param limit ticker time by which it must be complete
     * @return null if no message began before the deadline, or none was complete at the limit; frames that are already
     *     there are processed even after it, so a caller in a loop has to check the time
     */
    public Reception receive(long deadline, long limit) throws BusException, InterruptedException {
        while (true) {
            Reception next = arrived.poll();
            if (next != null) {
                return next;
            }
            Sender slowest = slowestIncomplete();
            long until = slowest == null ? deadline : slowest.lastFrame + settings.consecutiveNanos();
            long left = Math.min(until - ticker.nanos(), limit - ticker.nanos());
            CanFrame frame = port.receive(Math.max(0, left));
            if (frame != null && address.accepts(frame)) {
                process(frame);
            }
            boolean late = left <= 0; // frames do not extend the time, so that a flood of them cannot
            if ((late || frame == null) && arrived.isEmpty()) {
                Sender waiting = slowestIncomplete();
                if (waiting == null || isPast(limit)) {
                    return null;
                }
                if (ticker.nanos() - waiting.lastFrame >= settings.consecutiveNanos()) {
                    senders.remove(waiting);
                    return new Broken(waiting.id, waiting.reassembly.timeOut());
                }
            }
        }
    }

    public boolean isReceiving() {
        return slowestIncomplete() != null;
    }

    private Sender slowestIncomplete() {
        Sender slowest = null;
        for (Sender sender : senders) {
            if (sender.reassembly.isIncomplete() && (slowest == null || sender.lastFrame - slowest.lastFrame < 0)) {
                slowest = sender;
            }
        }
        return slowest;
    }

    private void process(CanFrame frame) throws BusException, InterruptedException {
        Sender sender = sender(frame);
        if (sender == null) {
            return;
        }
        switch (sender.reassembly.accept(frame)) {
            case ACCEPTED -> sender.lastFrame = ticker.nanos();
            case SEND_CONTINUE -> {
                sender.lastFrame = ticker.nanos();
                if (announced() + arrivedBytes() > MAX_TOTAL_BYTES) {
                    sendFlowControl(sender, Pci.OVERFLOW);
                    fail(sender, tooMuch(sender));
                } else if (!sendFlowControl(sender, Pci.CONTINUE)) {
                    fail(sender, noRoute(sender));
                }
            }
            case SEND_OVERFLOW -> {
                sendFlowControl(sender, Pci.OVERFLOW);
                enqueue(new Broken(sender.id, sender.reassembly.fault()));
            }
            case COMPLETE ->
                enqueue(new IsoTpMessage(sender.id, sender.reassembly.takePayload(), sender.reassembly.frames()));
            case BROKEN -> enqueue(new Broken(sender.id, sender.reassembly.fault()));
            case IGNORED -> {}
        }
        if (!sender.reassembly.isIncomplete()) {
            senders.remove(sender); // else every id ever seen would be kept
        }
    }

    private void enqueue(Reception arrival) {
        if (arrived.size() >= MAX_ARRIVALS) {
            arrived.remove(); // of an ECU's answers to the message being sent the last one counts
        }
        arrived.add(arrival);
    }

    private long arrivedBytes() {
        long bytes = 0;
        for (Reception each : arrived) {
            bytes += each instanceof IsoTpMessage whole ? whole.payload().length : 0;
        }
        return bytes;
    }

    private void fail(Sender sender, IsoTpException fault) {
        enqueue(new Broken(sender.id, fault));
        senders.remove(sender);
    }

    private long announced() {
        return senders.stream()
                .mapToLong(sender -> sender.reassembly.announced())
                .sum();
    }

    /** Ends the reassembly of all incomplete messages, each with a fault for the lack of time. */
    public List<Broken> abandon() {
        List<Broken> lost = senders.stream()
                .filter(sender -> sender.reassembly.isIncomplete())
                .map(sender -> new Broken(sender.id, sender.reassembly.outOfTime()))
                .toList();
        senders.clear();
        return lost;
    }

    private boolean sendFlowControl(Sender sender, int status) throws BusException, InterruptedException {
        Optional<CanId> to = address.flowControlTo(sender.id);
        if (to.isEmpty()) {
            return false;
        }
        int target = address.flowControlTarget(sender.id, sender.address);
        port.send(new Segmentation(to.get(), target, settings, NOTHING).flowControl(status));
        return true;
    }

    private static IsoTpException tooMuch(Sender sender) {
        return new IsoTpException(
                Fault.TOO_LONG,
                "an answer of " + sender.reassembly.announced() + " bytes was announced; with those of other ECUs that"
                        + " come at the same time these are more than " + MAX_TOTAL_BYTES
                        + "; name one ECU with header=");
    }

    private static IsoTpException noRoute(Sender sender) {
        return new IsoTpException(
                Fault.NO_ROUTE,
                sender.id + " answers in several frames, and where its flow control goes is not known; give"
                        + " can_flow_control_id_pair=<request id>," + sender.id);
    }

    /** Null if there are more senders than any vehicle has. With extended addressing the address byte counts too. */
    private Sender sender(CanFrame frame) {
        int addressByte = address.prefix() == 0 ? IsoTpAddress.NONE : frame.at(0);
        for (Sender sender : senders) {
            if (frame.hasId(sender.id) && sender.address == addressByte) {
                return sender;
            }
        }
        if (senders.size() >= MAX_SENDERS) {
            return null;
        }
        Sender fresh = new Sender(
                frame.id(), addressByte, new Reassembly(address.prefix(), settings.blockSize(), settings.maxLength()));
        senders.add(fresh);
        return fresh;
    }
}
