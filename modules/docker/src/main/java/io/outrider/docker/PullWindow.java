package io.outrider.docker;

import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.registry.ProjectVerdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Window in which images may be pulled without being asked for by hand: the owner's settings, the network and the day's budget.
 *
 * @param routes {@code /proc/net/route}
 */
record PullWindow(String mode, List<String> metered, Path routes, PullBudget budget) {
    /** Time of use after which a pull of the idle vehicle is given up, so that a short wake costs nothing. */
    private static final Duration IDLE_GRACE = Duration.ofMinutes(10);

    private static final int INTERFACE = 0;
    private static final int DESTINATION = 1;
    private static final int METRIC = 6;
    private static final int MASK = 7;

    /**
     * Reason why nothing may be pulled now; empty if it may.
     *
     * @param idle true within the run of a vehicle that has become idle
     */
    Optional<Failure> closed(boolean idle) {
        if (mode.equals(ReleaseSettings.IDLE) && !idle) {
            return Optional.of(new Failure(
                    DockerErrors.PULL_WAITS,
                    "images are pulled when the vehicle is idle: `pull` in [releases] says so"));
        }
        Optional<String> by = mode.equals(ReleaseSettings.METERED_NEVER) ? meteredRoute() : Optional.empty();
        if (by.isPresent()) {
            return Optional.of(new Failure(
                    DockerErrors.PULL_WAITS,
                    "images are pulled over another network than " + by.get() + ": `pull` in [releases] says so"));
        }
        return budget.left() > 0
                ? Optional.empty()
                : Optional.of(new Failure(
                        DockerErrors.PULL_BUDGET,
                        "the bytes that releases may pull today are used up: the pull goes on tomorrow (UTC), or raise"
                                + " pull_bytes_per_day in [releases]"));
    }

    /** The same before a pull, which has to fit into the budget, as engines may throw away an image that is not complete. */
    Optional<Failure> closed(boolean idle, ProjectVerdict verdict) {
        long needed = verdict == null ? 0 : budget.needed(verdict);
        return closed(idle)
                .or(() -> needed <= budget.left()
                        ? Optional.empty()
                        : Optional.of(new Failure(
                                DockerErrors.PULL_BUDGET,
                                "an image needs " + needed + " bytes, and " + budget.left()
                                        + " may still be pulled today (UTC): it is pulled on another day, or raise"
                                        + " pull_bytes_per_day in [releases] if that is less")));
    }

    /** True if a pull is to be cancelled that nobody has waited for that long. */
    boolean forbids(Duration abandoned) {
        return closed(true).isPresent() || mode.equals(ReleaseSettings.IDLE) && abandoned.compareTo(IDLE_GRACE) > 0;
    }

    /** Interface of the default route if it is metered; empty without a default route too. */
    private Optional<String> meteredRoute() {
        try (var lines = Files.lines(routes, StandardCharsets.US_ASCII)) {
            return lines.limit(1_000)
                    .map(line -> line.strip().split("\\s+"))
                    .filter(each ->
                            each.length > MASK && each[DESTINATION].equals("00000000") && each[MASK].equals("00000000"))
                    .min(Comparator.comparingInt(each -> Integer.parseInt(each[METRIC])))
                    .map(each -> each[INTERFACE])
                    .filter(name -> metered.stream().anyMatch(pattern -> matches(pattern, name)));
        } catch (IOException | RuntimeException e) {
            return Optional.of("the present one, whose name cannot be read");
        }
    }

    private static boolean matches(String pattern, String name) {
        return pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }
}
