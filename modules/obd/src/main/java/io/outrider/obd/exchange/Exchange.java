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

/** One question being asked: collects what arrives and knows when it is enough. */
final class Exchange {
    private static final int MOST_FOREIGN = 8;

    private final DiagnosticRequest question;
    private final ResponseTimeouts timing;
    private final IsoTpLink link;
    private final Ticker ticker;
    private final ResponseMatcher matcher;
    private final List<IsoTpMessage> positive = new ArrayList<>(1);
    private final List<Responses.Refusal> refusals = new ArrayList<>(0);
    private final List<Responses.Broken> broken = new ArrayList<>(0);
    private final List<CanId> foreign = new ArrayList<>(0);
    private final List<CanId> pending = new ArrayList<>(0);
    private final List<CanId> answered = new ArrayList<>(1);
    private long gathered;
    private boolean cut;
    private long firstDeadline;

    Exchange(DiagnosticRequest question, ResponseTimeouts timing, IsoTpLink link, Ticker ticker) {
        this.question = question;
        this.timing = timing;
        this.link = link;
        this.ticker = ticker;
        this.matcher = new ResponseMatcher(question.request());
    }

    Responses run(Clock clock) throws IsoTpException, BusException, InterruptedException {
        long limit = ticker.nanos() + timing.whole();
        IsoTpException untaken = send(limit);
        firstDeadline = ticker.nanos()
                + (untaken != null
                        ? 0
                        : question.patience() == null
                                ? timing.firstAnswer()
                                : question.patience().toNanos());
        long deadline = firstDeadline;
        while (!isEnough()) {
            boolean over = limit - ticker.nanos() <= 0; // though the bus has a frame ready whenever we look
            IsoTpLink.Arrival arrival = over ? null : link.receive(deadline, limit);
            if (arrival == null) {
                link.abandon().forEach(this::lost);
                break;
            }
            deadline = note(arrival, deadline);
            cut |= isFull();
        }
        if (untaken != null && refusals.isEmpty()) {
            throw untaken;
        }
        for (CanId source : pending) {
            refusals.add(new Responses.Refusal(source, question.request()[0] & 0xFF, ResponseMatcher.RESPONSE_PENDING));
        }
        return new Responses(positive, refusals, broken, foreign, cut, clock.instant());
    }

    /** Returns why a long request was not taken, or null: the ECU may have refused it in words meanwhile. */
    private IsoTpException send(long limit) throws IsoTpException, BusException, InterruptedException {
        try {
            link.send(question.request(), limit);
            return null;
        } catch (IsoTpException e) {
            if (e.fault() != IsoTpException.Fault.NO_FLOW_CONTROL) {
                throw e;
            }
            return e;
        }
    }

    /** Takes an arrival into account and returns by when the next one has to begin. */
    private long note(IsoTpLink.Arrival arrival, long deadline) {
        CanId source = arrival.source();
        if (arrival instanceof IsoTpLink.Broken lost) {
            lost(lost);
            return settled(source, deadline);
        }
        IsoTpMessage message = ((IsoTpLink.Whole) arrival).message();
        switch (matcher.classify(message.payload())) {
            case POSITIVE -> {
                if (hasRoom(message)) {
                    positive.add(message);
                } else {
                    lost(new IsoTpLink.Broken(source, tooMuch(message)));
                }
            }
            case NEGATIVE ->
                refusals.add(new Responses.Refusal(source, question.request()[0] & 0xFF, message.payload()[2] & 0xFF));
            case PENDING -> {
                if (!pending.contains(source)) {
                    await(source);
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
        return settled(source, deadline);
    }

    private void await(CanId source) {
        if (pending.size() < Responses.MOST) {
            pending.add(source);
        } else {
            cut = true;
        }
    }

    private void lost(IsoTpLink.Broken answer) {
        broken.add(new Responses.Broken(answer.source(), answer.fault()));
    }

    /** Takes the room that the message needs, if there is so much. */
    private boolean hasRoom(IsoTpMessage message) {
        if (gathered + message.payload().length > IsoTpLink.MOST_TOGETHER) {
            return false;
        }
        gathered += message.payload().length;
        return true;
    }

    private static IsoTpException tooMuch(IsoTpMessage message) {
        return new IsoTpException(
                IsoTpException.Fault.TOO_LONG,
                "an answer of " + message.payload().length + " bytes came; with those before it these are more than "
                        + IsoTpLink.MOST_TOGETHER + ", which is the most that one question may have; name one ECU with"
                        + " header=");
    }

    private boolean isFull() {
        return positive.size() + refusals.size() + broken.size() >= Responses.MOST;
    }

    private long settled(CanId source, long deadline) {
        answered.add(source);
        pending.remove(source);
        if (!pending.isEmpty()) {
            return deadline;
        }
        long quiet = ticker.nanos() + timing.quiet();
        boolean awaited = positive.isEmpty() || !answered.containsAll(question.answerers());
        return awaited && firstDeadline - quiet > 0 ? firstDeadline : quiet; // nobody quick cuts another's time short
    }

    private boolean isEnough() {
        if (isFull()) {
            return true;
        }
        if (answered.isEmpty() || !pending.isEmpty()) {
            return false;
        }
        if (question.answers() > 0) {
            return positive.size() >= question.answers();
        }
        if (question.address().hasOneResponder()) {
            return true;
        }
        return !positive.isEmpty()
                && !question.answerers().isEmpty()
                && !link.isReceiving() // who is not known and has begun is heard out
                && answered.containsAll(question.answerers()); // who refuses leaves the word to the others
    }
}
