package io.outrider.agent.loggers;

import io.outrider.agent.events.Occurrences;
import io.outrider.agent.functions.Functions;
import io.outrider.agent.jobs.Calls;
import io.outrider.agent.telemetry.Intake;
import io.outrider.agent.time.Timeline;
import io.outrider.agent.vehicle.Conditions;
import io.outrider.agent.vehicle.Observations;
import io.outrider.api.Health;
import io.outrider.api.Ticker;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Everything that is read again and again; see the package for what it promises. Any thread. */
public final class Loggers implements AutoCloseable, Health.Source {
    /**
     * What loggers need of the world.
     *
     * @param functions what there is to call, asked again and again, because a reload replaces them
     * @param gate why the functions of a module should not be called now, by the module's name; empty if they may. It
     *     must not block
     * @param clock for cron only
     * @param ticker for all else
     * @param random for the splay of the start
     */
    public record World(
            Calls calls,
            Supplier<Functions> functions,
            Function<String, Optional<String>> gate,
            Conditions conditions,
            Observations observations,
            Intake intake,
            Occurrences occurrences,
            Timeline time,
            Clock clock,
            Ticker ticker,
            RandomGenerator random) {}

    /** Calls nothing before {@link #start}. */
    public Loggers(World world, LoggersSettings settings) {}

    /** Begins. Once, when the functions can be had. */
    public void start() {}

    /**
     * Other settings from now on, or the same after a reload of the modules: unchanged loggers go on, but those that were
     * silenced until a reload are tried again.
     */
    public void configure(LoggersSettings changed) {}

    /**
     * What the fleet desires, over the settings: same shape, same names replace.
     *
     * @return a sentence for each that cannot be used; the others run
     */
    public List<String> apply(List<Map<String, Object>> desired) {
        return List.of();
    }

    @Override
    public Health health() {
        return Health.NOTHING;
    }

    /** Ends the calls that go on, and returns within a second. */
    @Override
    public void close() {}
}
