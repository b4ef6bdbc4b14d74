package io.outrider.docker.apply;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.ContainerState;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.errors.DockerErrors;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Probation of the containers of a release: they must run for a time, and become healthy if they have a health check. A
 * container with the restart policy {@code on-failure} that ends with 0 is a task that is done; any other end is a failure.
 *
 * @param before states of those by name that ran before: what they have failed in already does not count
 */
record Probation(
        Engine engine, Ticker ticker, Duration time, Duration healthTimeout, Map<String, ContainerState> before) {
    static final ContainerState NEW = new ContainerState("", false, 0, null, 0, "");
    private static final int LOOP = 10; // restarts of a container that has failed for long
    private static final Duration SHORTEST_POLL = Duration.ofMillis(500);
    private static final Duration PER_CONTAINER = Duration.ofMillis(200);

    /** @param remedy null if the last log lines may have it */
    record Rejection(String container, ErrorCode code, String cause, String remedy) {
        Failure failure(List<String> logs) {
            String lines = logs.isEmpty() ? "it has no log lines" : "its last log lines are in the report";
            return new Failure(code, cause + "; " + (remedy == null ? lines : remedy));
        }
    }

    /** @return null if all have passed */
    Rejection watch(Collection<String> names) throws Failure, InterruptedException {
        long begin = ticker.nanos();
        long poll = Math.max(SHORTEST_POLL.toNanos(), PER_CONTAINER.toNanos() * names.size());
        while (true) {
            Duration past = Duration.ofNanos(ticker.nanos() - begin);
            boolean starting = false;
            for (String name : names) {
                EngineContainer container = engine.container(name).orElse(null);
                Rejection rejection = rejection(name, container, past);
                if (rejection != null) {
                    return rejection;
                }
                starting |= isStarting(container.state());
            }
            if (!starting && past.compareTo(time) >= 0) {
                return null;
            }
            ticker.sleep(starting ? poll : Math.min(poll, time.minus(past).toNanos()));
        }
    }

    private static boolean isStarting(ContainerState state) {
        return "starting".equals(state.health());
    }

    private Rejection rejection(String name, EngineContainer container, Duration past) {
        if (container == null) {
            return new Rejection(
                    name, DockerErrors.CONTAINER_EXITED, name + " was removed within its probation", "release it anew");
        }
        ContainerState state = container.state();
        ContainerState earlier = before.getOrDefault(name, NEW);
        if ("unhealthy".equals(state.health()) && !"unhealthy".equals(earlier.health())) {
            return new Rejection(
                    name, DockerErrors.CONTAINER_UNHEALTHY, "the health check of " + name + " fails", null);
        }
        if (isStarting(state) && past.compareTo(healthTimeout) >= 0) {
            return new Rejection(
                    name,
                    DockerErrors.CONTAINER_UNHEALTHY,
                    name + " did not become healthy within " + healthTimeout.toSeconds() + " s",
                    "correct its health check, or raise `health_timeout` in [releases]");
        }
        return ended(container, earlier);
    }

    /** Null if it runs, or did what it is for. */
    static Rejection ended(EngineContainer container, ContainerState earlier) {
        ContainerState state = container.state();
        String name = container.name();
        String ended = name + " ended with " + state.exitCode();
        boolean looped = earlier.restarts() >= LOOP || earlier.status().equals("restarting");
        if (!looped && (state.restarts() > earlier.restarts() || state.status().equals("restarting"))) {
            String restarted = ended + " and was restarted within its probation";
            return new Rejection(name, DockerErrors.CONTAINER_RESTARTS, restarted, null);
        }
        boolean well = state.status().equals("exited") && state.exitCode() == 0;
        if (state.running() || well && container.restart().name().equals("on-failure")) {
            return null;
        }
        String remedy =
                state.exitCode() == 0 ? "give it the restart policy on-failure if it is a task that ends" : null;
        return new Rejection(name, DockerErrors.CONTAINER_EXITED, ended + " within its probation", remedy);
    }
}
