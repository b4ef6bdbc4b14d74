package io.outrider.obd.exchange;

import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpException;
import io.outrider.can.isotp.IsoTpMessage;
import java.time.Instant;
import java.util.List;

/**
 * What came back.
 *
 * @param positive in order of arrival
 * @param refusals negative responses that stayed the last word of their ECU
 * @param broken answers that did not arrive whole
 * @param foreign whose messages passed the filter and answer something else; the first few
 * @param cut whether there may be more: an exchange ends when {@link #MOST} have come, and so many that ask for more time
 *     are waited for
 * @param stamp when the last of them came
 */
public record Responses(
        List<IsoTpMessage> positive,
        List<Refusal> refusals,
        List<Broken> broken,
        List<CanId> foreign,
        boolean cut,
        Instant stamp) {
    /** ECUs in one vehicle that could answer a question to everybody; who sends more will not stop by itself. */
    public static final int MOST = 255;

    /** Bytes that a fault with its words takes, more or less. */
    private static final int FAULT = 1_000;

    /** An ECU said no: {@code 7F service code}. */
    public record Refusal(CanId source, int service, int code) {}

    /** An ECU's answer was lost on the way. */
    public record Broken(CanId source, IsoTpException fault) {}

    public Responses {
        positive = List.copyOf(positive);
        refusals = List.copyOf(refusals);
        broken = List.copyOf(broken);
        foreign = List.copyOf(foreign);
    }

    /** An ECU asked for more time and never came back, which is told as a refusal with that code. */
    boolean isStillPending() {
        return refusals.stream().anyMatch(refusal -> refusal.code() == ResponseMatcher.RESPONSE_PENDING);
    }

    /** Bytes of memory, more or less. */
    long weight() {
        return positive.stream().mapToLong(IsoTpMessage::weight).sum()
                + (long) FAULT * (refusals.size() + broken.size());
    }

    public boolean isEmpty() {
        return positive.isEmpty() && refusals.isEmpty() && broken.isEmpty();
    }
}
