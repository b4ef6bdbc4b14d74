package io.outrider.agent.vehicle.triggers;

import java.util.List;
import java.util.stream.Collectors;

/** Problem text about rate limited loggers or triggers, one for all of a kind. */
public final class RateLimitNotice {
    private static final int MOST_NAMED = 5;

    private RateLimitNotice() {}

    /**
     * @param kind such as trigger
     * @param names of the rate limited ones, at least one
     * @param remedy a sentence with what to do
     */
    public static String sentence(String kind, List<String> names, String remedy) {
        if (names.size() == 1) {
            return "The " + kind + " '" + names.get(0) + "' is held back, as it was pulled more than "
                    + RateLimiter.MOST_PER_MINUTE + " times in a minute. " + remedy;
        }
        String some = names.stream().limit(MOST_NAMED).collect(Collectors.joining("', '", "'", "'"));
        int more = names.size() - MOST_NAMED;
        return names.size() + " " + kind + "s are held back, as each was pulled more than "
                + RateLimiter.MOST_PER_MINUTE + " times in a minute: " + some
                + (more > 0 ? " and " + more + " more" : "") + ". " + remedy;
    }
}
