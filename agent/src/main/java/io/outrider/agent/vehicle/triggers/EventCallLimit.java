package io.outrider.agent.vehicle.triggers;

import io.outrider.api.Ticker;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rate limit of the calls that events cause, for all loggers and triggers together. It ends loops of several that cause
 * each other's events while each stays below its own limit. Any thread.
 */
public final class EventCallLimit {
    private static final Logger LOG = LoggerFactory.getLogger(EventCallLimit.class);

    /** Sixty loggers, each at its own limit. */
    public static final int MOST_PER_MINUTE = 60 * RateLimiter.MOST_PER_MINUTE;

    private static final String SENTENCE =
            "Loggers and triggers that events call are held back, as events have pulled them more than "
                    + MOST_PER_MINUTE + " times in a minute together. If the functions of some cause the events that"
                    + " others wait for, narrow their 'on'.";

    private final Ticker ticker;
    private final RateLimiter limiter = new RateLimiter(0, MOST_PER_MINUTE);

    public EventCallLimit(Ticker ticker) {
        this.ticker = ticker;
    }

    /** @return whether a call caused by an event may be made now; if so, it counts */
    public boolean tryAcquire() {
        RateLimiter.Decision decision = limiter.tryAcquire(ticker.nanos());
        if (decision == RateLimiter.Decision.LIMIT_REACHED) {
            LOG.warn("{}", SENTENCE);
        }
        return decision == RateLimiter.Decision.ALLOWED;
    }

    public Optional<String> problem() {
        return limiter.isLimiting(ticker.nanos()) ? Optional.of(SENTENCE) : Optional.empty();
    }
}
