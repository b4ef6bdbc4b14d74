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
 * One conversation: sends messages to one address and receives what its responders send, several of them at once if
 * need be. One thread at a time. The port's filters should be those of the address; the port stays the caller's to
 * close.
 */
public final class IsoTpLink {
    /** What arrives: a message, or the news that one was lost on the way. */
    public sealed interface Arrival {
        /** The id of the side it came from. */
        CanId source();
    }

    public record Whole(IsoTpMessage message) implements Arrival {
        @Override
        public CanId source() {
            return message.source();
        }
    }

    public record Broken(CanId source, IsoTpException fault) implements Arrival {}

    /** One responder, and what of its message has come. */
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

    /** Bytes of all messages that come at the same time; who announces more is told that it is too much. */
    public static final int MOST_TOGETHER = 1 << 20;

    /** The source addresses there are in normal fixed addressing. */
    private static final int MOST_SENDERS = 256;

    /** Arrivals that are kept while a message is sent: of more than these the last. */
    private static final int MOST_ARRIVED = 256;

    private final CanPort port;
    private final IsoTpAddress address;
    private final IsoTpSettings settings;
    private final Ticker ticker;
    private final List<Sender> senders = new ArrayList<>(1);
    private final Queue<Arrival> arrived = new ArrayDeque<>(1);

    public IsoTpLink(CanPort port, IsoTpAddress address, IsoTpSettings settings, Ticker ticker) {
        this.port = port;
        this.address = address;
        this.settings = settings;
        this.ticker = ticker;
    }

    /**
     * Sends a message, in several frames if it takes them.
     *
     * @param limit by when (in the ticker's time) its last frame must have been sent
     * @throws IsoTpException if the other side does not take it, or not in time, or it cannot be sent this way
     */
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
            if (isOver(limit)) {
                throw tooSlow(frames);
            }
            port.send(frames.next());
        }
    }

    private boolean isOver(long limit) {
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
                take(frame);
            }
            if (isOver(limit)) {
                throw tooSlow(frames);
            }
            if (frame == null || left <= 0) { // a frame does not buy time: who talks without end does not hold us up
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
     * The next arrival.
     *
     * @param deadline by when (in the ticker's time) a message must have begun
     * @param limit by when it must be there, whatever happens
     * @return null if nothing began before the deadline, or nothing was whole at the limit; what is there already is looked
     *     at even then, so that who calls again has to look at the time
     */
    public Arrival receive(long deadline, long limit) throws BusException, InterruptedException {
        while (true) {
            Arrival next = arrived.poll();
            if (next != null) {
                return next;
            }
            Sender slowest = slowestUnderWay();
            long until = slowest == null ? deadline : slowest.lastFrame + settings.consecutiveNanos();
            long left = Math.min(until - ticker.nanos(), limit - ticker.nanos());
            CanFrame frame = port.receive(Math.max(0, left));
            if (frame != null && address.accepts(frame)) {
                take(frame);
            }
            boolean late = left <= 0; // a frame does not buy time, so that a flood of them does not either
            if ((late || frame == null) && arrived.isEmpty()) {
                Sender waiting = slowestUnderWay();
                if (waiting == null || isOver(limit)) {
                    return null;
                }
                if (ticker.nanos() - waiting.lastFrame >= settings.consecutiveNanos()) {
                    senders.remove(waiting);
                    return new Broken(waiting.id, waiting.reassembly.timeOut());
                }
            }
        }
    }

    /** True if a message has begun and is not whole. */
    public boolean isReceiving() {
        return slowestUnderWay() != null;
    }

    private Sender slowestUnderWay() {
        Sender slowest = null;
        for (Sender sender : senders) {
            if (sender.reassembly.isUnderWay() && (slowest == null || sender.lastFrame - slowest.lastFrame < 0)) {
                slowest = sender;
            }
        }
        return slowest;
    }

    private void take(CanFrame frame) throws BusException, InterruptedException {
        Sender sender = sender(frame);
        if (sender == null) {
            return;
        }
        switch (sender.reassembly.accept(frame)) {
            case TAKEN -> sender.lastFrame = ticker.nanos();
            case SEND_CONTINUE -> {
                sender.lastFrame = ticker.nanos();
                if (announced() + arrivedBytes() > MOST_TOGETHER) {
                    sendFlowControl(sender, Pci.OVERFLOW);
                    lose(sender, tooMuch(sender));
                } else if (!sendFlowControl(sender, Pci.CONTINUE)) {
                    lose(sender, noRoute(sender));
                }
            }
            case SEND_OVERFLOW -> {
                sendFlowControl(sender, Pci.OVERFLOW);
                arrive(new Broken(sender.id, sender.reassembly.fault()));
            }
            case COMPLETE ->
                arrive(new Whole(
                        new IsoTpMessage(sender.id, sender.reassembly.takePayload(), sender.reassembly.frames())));
            case BROKEN -> arrive(new Broken(sender.id, sender.reassembly.fault()));
            case IGNORED -> {}
        }
        if (!sender.reassembly.isUnderWay()) {
            senders.remove(sender); // else every id ever heard would be remembered
        }
    }

    private void arrive(Arrival arrival) {
        if (arrived.size() >= MOST_ARRIVED) {
            arrived.remove(); // the last word of an ECU on what is being sent is the one that counts
        }
        arrived.add(arrival);
    }

    private long arrivedBytes() {
        long bytes = 0;
        for (Arrival each : arrived) {
            bytes += each instanceof Whole whole ? whole.message().payload().length : 0;
        }
        return bytes;
    }

    private void lose(Sender sender, IsoTpException why) {
        arrive(new Broken(sender.id, why));
        senders.remove(sender);
    }

    private long announced() {
        return senders.stream()
                .mapToLong(sender -> sender.reassembly.announced())
                .sum();
    }

    /** What has begun and is not whole, each with the reason that there is no more time; it is not waited for any more. */
    public List<Broken> abandon() {
        List<Broken> lost = senders.stream()
                .filter(sender -> sender.reassembly.isUnderWay())
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
                        + " come at the same time these are more than " + MOST_TOGETHER
                        + "; name one ECU with header=");
    }

    private static IsoTpException noRoute(Sender sender) {
        return new IsoTpException(
                Fault.NO_ROUTE,
                sender.id + " answers in several frames, and where its flow control goes is not known; give"
                        + " can_flow_control_id_pair=<request id>," + sender.id);
    }

    /**
     * Responders are told apart by their whole id, and with extended addressing by the address byte too.
     *
     * @return null if more of them have begun a message than any vehicle has
     */
    private Sender sender(CanFrame frame) {
        int addressByte = address.prefix() == 0 ? IsoTpAddress.NONE : frame.at(0);
        for (Sender sender : senders) {
            if (frame.hasId(sender.id) && sender.address == addressByte) {
                return sender;
            }
        }
        if (senders.size() >= MOST_SENDERS) {
            return null;
        }
        Sender fresh = new Sender(
                frame.id(), addressByte, new Reassembly(address.prefix(), settings.blockSize(), settings.maxLength()));
        senders.add(fresh);
        return fresh;
    }
}
