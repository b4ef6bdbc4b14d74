package io.outrider.service.accounts;

import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Limit of logins by network address, and by e-mail and network address: a number at once, then one a minute. Many from all addresses
 * for one e-mail address make each of its attempts count more, and refuse none, as strangers would keep the user out. Any thread.
 */
public final class LoginLimit {
    private static final Duration REFILL = Duration.ofMinutes(1);
    private static final int PER_PAIR = 10;
    private static final int PER_ADDRESS = 50;

    /** Attempts for a user from all addresses, of which more are taken for guesses. */
    private static final int PER_EMAIL = 1_000;

    /** Count of an attempt beyond {@link #PER_EMAIL}: the next one from its address has to wait ten minutes. */
    private static final int COUNT_OF_GUESSED = 19;

    /** Remembered addresses; beyond it the oldest are forgotten, which bounds the memory. */
    private static final int MOST_REMEMBERED = 20_000;

    /** Time at which a full allowance is there again, by address. */
    private final Map<String, Instant> fullAt = new LinkedHashMap<>();

    private final Clock clock;

    public LoginLimit(Clock clock) {
        this.clock = clock;
    }

    private static String pair(String email, String address) {
        return "p " + address + " " + email;
    }

    /**
     * Counts an attempt.
     *
     * @param action such as {@code log in}
     * @throws Problem with the time to wait
     */
    public synchronized void take(String action, String email, String address) {
        Instant now = clock.instant();
        String pair = pair(email, address);
        Duration wait = Collections.max(List.of(wait("a " + address, PER_ADDRESS, now), wait(pair, PER_PAIR, now)));
        if (!wait.isZero()) {
            throw Problem.later(ProblemCode.TOO_MANY_LOGINS, "too many attempts to " + action + "; try later", wait);
        }
        boolean isGuessed = !wait("e " + email, PER_EMAIL, now).isZero();
        spend("a " + address, 1, now);
        spend(pair, isGuessed ? COUNT_OF_GUESSED : 1, now);
        spend("e " + email, isGuessed ? 0 : 1, now); // also 0 keeps it from being forgotten
    }

    /** Takes back an attempt that succeeded, where successes are no guesses: many units enrol from one address. */
    public synchronized void giveBack(String email, String address) {
        for (String each : List.of("e " + email, "a " + address, pair(email, address))) {
            fullAt.computeIfPresent(each, (key, full) -> full.minus(REFILL));
        }
    }

    private Duration wait(String key, int allowance, Instant now) {
        Duration missing = Duration.between(now, fullAt.getOrDefault(key, now));
        Duration over = missing.minus(REFILL.multipliedBy(allowance - 1L));
        return over.isNegative() ? Duration.ZERO : over;
    }

    private void spend(String key, int count, Instant now) {
        Instant full = fullAt.remove(key);
        fullAt.put(key, (full == null || full.isBefore(now) ? now : full).plus(REFILL.multipliedBy(count)));
        Iterator<Instant> oldest = fullAt.values().iterator();
        while (fullAt.size() > MOST_REMEMBERED && oldest.hasNext()) {
            oldest.next();
            oldest.remove();
        }
    }
}
