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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Window in which images may be pulled without being asked for by hand: the owner's settings, the network and the day's budget.
 *
 * @param net {@code /proc/net}
 */
record PullWindow(String mode, List<String> metered, Path net, PullBudget budget) {
    /** Time of use after which a pull of the idle vehicle is given up, so that a short wake costs nothing. */
    private static final Duration IDLE_GRACE = Duration.ofMinutes(10);

    private static final String NO_ROUTE = "the present one, which has no default route";

    /** Default routes that lead to a network: those that refuse packets have no interface or {@code lo}. */
    private static final Pattern IPV4 =
            Pattern.compile("(?<name>[^*\\s]\\S*)\\s+0{8}(\\s+\\S+){4}\\s+(?<metric>\\d+)\\s+0{8}\\s.*");

    private static final Pattern IPV6 =
            Pattern.compile("0{32}\\s00(\\s\\S+){3}\\s(?<metric>[0-9a-f]{8})(\\s\\S+){3}\\s+(?!lo$)(?<name>\\S+)");

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
        Optional<String> by = meteredRoute();
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
        return budget.left() == 0
                || meteredRoute().filter(by -> !by.equals(NO_ROUTE)).isPresent() // connections outlive a short loss
                || mode.equals(ReleaseSettings.IDLE) && abandoned.compareTo(IDLE_GRACE) > 0;
    }

    /** Network that is not to be used: one with a default route that counts in its family, or none as far as is known. */
    private Optional<String> meteredRoute() {
        if (!mode.equals(ReleaseSettings.METERED_NEVER)) {
            return Optional.empty();
        }
        try {
            List<String> used = Stream.concat(used("route", IPV4).stream(), used("ipv6_route", IPV6).stream())
                    .toList();
            return used.isEmpty()
                    ? Optional.of(NO_ROUTE)
                    : used.stream()
                            .filter(name -> metered.stream().anyMatch(pattern -> matches(pattern, name)))
                            .findFirst();
        } catch (IOException | RuntimeException e) {
            return Optional.of("the present one, whose name cannot be read");
        }
    }

    /** Interface of the default route with the lowest metric; decimal numbers have the same order when read as hexadecimal. */
    private Optional<String> used(String table, Pattern route) throws IOException {
        if (route == IPV6 && Files.notExists(net.resolve(table))) {
            return Optional.empty(); // a kernel without IPv6
        }
        try (var lines = Files.lines(net.resolve(table), StandardCharsets.US_ASCII)) {
            return lines.limit(1_000)
                    .map(line -> route.matcher(line.strip()))
                    .filter(Matcher::matches)
                    .min(Comparator.comparingLong(each -> Long.parseLong(each.group("metric"), 16)))
                    .map(each -> each.group("name"));
        }
    }

    private static boolean matches(String pattern, String name) {
        return pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }
}
