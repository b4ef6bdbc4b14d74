package io.outrider.obd.exchange;

import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpLink;
import io.outrider.can.isotp.IsoTpMessage;
import java.time.Instant;
import java.util.List;

/**
 * Result of an exchange.
 *
 * @param foreign senders of messages that passed the filter and answer another request; the first few
 * @param cut more ECUs may have answered: an exchange ends after {@link #MOST} answers, and waits for at most as many
 *     pending ones
 */
public record Responses(
        List<IsoTpMessage> positive,
        List<Refusal> refusals,
        List<IsoTpLink.Broken> broken,
        List<CanId> foreign,
        boolean cut,
        Instant stamp) {
    public static final int MOST = 255;

    /** Estimated memory of a fault in bytes. */
    private static final int FAULT = 1_000;

    public record Refusal(CanId source, int service, int code) {}

    public Responses {
        positive = List.copyOf(positive);
        refusals = List.copyOf(refusals);
        broken = List.copyOf(broken);
        foreign = List.copyOf(foreign);
    }

    /** The ECU answered "response pending" and nothing after it. */
    boolean isStillPending() {
        return refusals.stream().anyMatch(refusal -> refusal.code() == ResponseMatcher.RESPONSE_PENDING);
    }

    long weight() {
        return positive.stream().mapToLong(IsoTpMessage::weight).sum()
                + (long) FAULT * (refusals.size() + broken.size());
    }

    public boolean isEmpty() {
        return positive.isEmpty() && refusals.isEmpty() && broken.isEmpty();
    }
}
