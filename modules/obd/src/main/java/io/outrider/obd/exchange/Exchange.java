package io.outrider.obd.exchange;

import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpException;
import io.outrider.can.isotp.IsoTpLink;
import io.outrider.can.isotp.IsoTpMessage;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Exchange of one request: collects the arrivals and decides when it is complete. */
final class Exchange {
    private static final int MOST_FOREIGN = 8;

    private final DiagnosticRequest request;
    private final ResponseTimeouts timing;
    private final IsoTpLink link;
    private final Ticker ticker;
    private final ResponseMatcher matcher;
    private final List<IsoTpMessage> positive = new ArrayList<>(1);
    private final List<Responses.Refusal> refusals = new ArrayList<>(0);
    private final List<IsoTpLink.Broken> broken = new ArrayList<>(0);
    private final List<CanId> foreign = new ArrayList<>(0);
    private final List<CanId> pending = new ArrayList<>(0);
    private final List<CanId> answered = new ArrayList<>(1);
    private long receivedBytes;
    private boolean cut;
    private long firstDeadline;

    Exchange(DiagnosticRequest request, ResponseTimeouts timing, IsoTpLink link, Ticker ticker) {
        this.request = request;
        this.timing = timing;
        this.link = link;
        this.ticker = ticker;
        this.matcher = new ResponseMatcher(request.payload());
    }

    Responses run(Clock clock) throws IsoTpException, BusException, InterruptedException {
        long limit = ticker.nanos() + timing.whole();
        IsoTpException sendFault = send(limit);
        firstDeadline = ticker.nanos()
                + (sendFault != null
                        ? 0
                        : request.timeout() == null
                                ? timing.firstAnswer()
                                : request.timeout().toNanos());
        long deadline = firstDeadline;
        while (!isComplete()) {
            boolean timedOut = limit - ticker.nanos() <= 0; // checked even while the bus always has a frame ready
            IsoTpLink.Reception arrival = timedOut ? null : link.receive(deadline, limit);
            if (arrival == null) {
                broken.addAll(link.abandon());
                break;
            }
            deadline = process(arrival, deadline);
            cut |= isFull();
        }
        if (sendFault != null && refusals.isEmpty()) {
            throw sendFault;
        }
        for (CanId source : pending) {
            refusals.add(new Responses.Refusal(source, request.payload()[0] & 0xFF, ResponseMatcher.RESPONSE_PENDING));
        }
        return new Responses(positive, refusals, broken, foreign, cut, clock.instant());
    }

    /** Returns the fault of a long request, or null: the ECU may have answered with a refusal. */
    private IsoTpException send(long limit) throws IsoTpException, BusException, InterruptedException {
        try {
            link.send(request.payload(), limit);
            return null;
        } catch (IsoTpException e) {
            if (e.fault() != IsoTpException.Fault.NO_FLOW_CONTROL) {
                throw e;
            }
            return e;
        }
    }

    /** Processes an arrival; returns the deadline for the start of the next one. */
    private long process(IsoTpLink.Reception arrival, long deadline) {
        CanId source = arrival.source();
        if (arrival instanceof IsoTpLink.Broken lost) {
            broken.add(lost);
            return finished(source, deadline);
        }
        IsoTpMessage message = (IsoTpMessage) arrival;
        switch (matcher.classify(message.payload())) {
            case POSITIVE -> {
                if (hasRoom(message)) {
                    positive.add(message);
                } else {
                    broken.add(new IsoTpLink.Broken(source, tooMuch(message)));
                }
            }
            case NEGATIVE ->
                refusals.add(new Responses.Refusal(source, request.payload()[0] & 0xFF, message.payload()[2] & 0xFF));
            case PENDING -> {
                if (!pending.contains(source)) {
                    addPending(source);
                }
                return ticker.nanos() + timing.pending();
            }
            case FOREIGN -> {
                if (foreign.size() < MOST_FOREIGN) {
                    foreign.add(source);
                }
                return deadline;
            }
        }
        return finished(source, deadline);
    }

    private void addPending(CanId source) {
        if (pending.size() < Responses.MOST) {
            pending.add(source);
        } else {
            cut = true;
        }
    }

    private boolean hasRoom(IsoTpMessage message) {
        if (receivedBytes + message.payload().length > IsoTpLink.MAX_TOTAL_BYTES) {
            return false;
        }
        receivedBytes += message.payload().length;
        return true;
    }

    private static IsoTpException tooMuch(IsoTpMessage message) {
        return new IsoTpException(
                IsoTpException.Fault.TOO_LONG,
                "an answer of " + message.payload().length + " bytes came; with those before it these are more than "
                        + IsoTpLink.MAX_TOTAL_BYTES
                        + ", which is the most that one question may have; name one ECU with"
                        + " header=");
    }

    private boolean isFull() {
        return positive.size() + refusals.size() + broken.size() >= Responses.MOST;
    }

    private long finished(CanId source, long deadline) {
        answered.add(source);
        pending.remove(source);
        if (!pending.isEmpty()) {
            return deadline;
        }
        long quiet = ticker.nanos() + timing.quiet();
        boolean awaited = positive.isEmpty() || !answered.containsAll(request.responders());
        return awaited && firstDeadline - quiet > 0
                ? firstDeadline
                : quiet; // a fast ECU must not shorten the time of an awaited one
    }

    private boolean isComplete() {
        if (isFull()) {
            return true;
        }
        if (answered.isEmpty() || !pending.isEmpty()) {
            return false;
        }
        if (request.answers() > 0) {
            return positive.size() >= request.answers();
        }
        if (request.address().hasOneResponder()) {
            return true;
        }
        return !positive.isEmpty()
                && !request.responders().isEmpty()
                && !link.isReceiving() // a message in progress is awaited even from an unknown ECU
                && answered.containsAll(request.responders()); // refusals do not count, so that other ECUs can answer
    }
}
