package io.outrider.agent.vehicle.triggers;

import io.outrider.api.Ticker;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limit of the calls that events cause, for all loggers and triggers together. Many that set each other off in turn may
 * each stay below the limit of their own; once they are held back here they cause no more events, and that is their end.
 * Any thread.
 */
public final class EventCallLimit {
    private static final Logger LOG = LoggerFactory.getLogger(EventCallLimit.class);

    /** Sixty loggers that are all called as often as each may be. */
    public static final int MOST_PER_MINUTE = 60 * RateLimiter.MOST_PER_MINUTE;

    private static final String SENTENCE =
            "Loggers and triggers that events call are held back, as events have pulled them more than "
                    + MOST_PER_MINUTE + " times in a minute together. If the functions of some cause the events that"
                    + " others wait for, narrow their 'on'.";

    private final Ticker ticker;
    private final RateLimiter brake = new RateLimiter(0, MOST_PER_MINUTE);

    public EventCallLimit(Ticker ticker) {
        this.ticker = ticker;
    }

    /** @return whether a call that an event causes may be made now; it counts then */
    public synchronized boolean take() {
        RateLimiter.Verdict verdict = brake.ask(ticker.nanos());
        if (verdict == RateLimiter.Verdict.HOLD) {
            LOG.warn("{}", SENTENCE);
        }
        return verdict == RateLimiter.Verdict.GO;
    }

    /** A sentence for the status, if calls were held back in the last minute. */
    public synchronized Optional<String> problem() {
        return brake.isHolding(ticker.nanos()) ? Optional.of(SENTENCE) : Optional.empty();
    }
}
