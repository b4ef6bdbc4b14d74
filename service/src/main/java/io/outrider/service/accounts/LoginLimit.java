package io.outrider.service.accounts;

import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Limit of logins by e-mail address, network address, and both: a number at once, then one a minute. Any thread. */
public final class LoginLimit {
    private static final Duration REFILL = Duration.ofMinutes(1);
    private static final int PER_PAIR = 10;
    private static final int PER_ADDRESS = 50;

    /** Less than a day of the one a minute, and more than a few strangers have, who would keep the user out. */
    private static final int PER_EMAIL = 1_000;

    /** Remembered addresses; beyond it the oldest are forgotten, which bounds the memory. */
    private static final int MOST_REMEMBERED = 20_000;

    /** Time at which a full allowance is there again, by address. */
    private final Map<String, Instant> fullAt = new LinkedHashMap<>();

    private final Clock clock;

    public LoginLimit(Clock clock) {
        this.clock = clock;
    }

    private static Map<String, Integer> allowances(String email, String address) {
        return Map.of("e " + email, PER_EMAIL, "a " + address, PER_ADDRESS, "p " + address + " " + email, PER_PAIR);
    }

    /** @throws Problem with the time to wait */
    public synchronized void take(String email, String address) {
        Instant now = clock.instant();
        Map<String, Integer> allowances = allowances(email, address);
        Duration wait = Duration.ZERO;
        for (Map.Entry<String, Integer> each : allowances.entrySet()) {
            wait = max(wait, wait(each.getKey(), each.getValue(), now));
        }
        if (!wait.isZero()) {
            throw Problem.later(
                    ProblemCode.TOO_MANY_LOGINS, "too many attempts to log in; try again in a minute", wait);
        }
        allowances.keySet().forEach(each -> spend(each, now));
    }

    /** Takes back an attempt that succeeded, where successes are no guesses: many units enrol from one address. */
    public synchronized void giveBack(String email, String address) {
        allowances(email, address)
                .keySet()
                .forEach(each -> fullAt.computeIfPresent(each, (key, full) -> full.minus(REFILL)));
    }

    private Duration wait(String key, int allowance, Instant now) {
        Instant full = fullAt.getOrDefault(key, now);
        Duration missing = Duration.between(now, full);
        Duration over = missing.minus(REFILL.multipliedBy(allowance - 1L));
        return over.isNegative() ? Duration.ZERO : over;
    }

    private void spend(String key, Instant now) {
        Instant full = fullAt.remove(key);
        fullAt.put(key, (full == null || full.isBefore(now) ? now : full).plus(REFILL));
        Iterator<Instant> oldest = fullAt.values().iterator();
        while (fullAt.size() > MOST_REMEMBERED && oldest.hasNext()) {
            oldest.next();
            oldest.remove();
        }
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
