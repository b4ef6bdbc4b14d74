package io.outrider.agent.jobs;

import io.outrider.agent.functions.Functions;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Everything the unit was asked to do. Any thread. */
public final class Jobs implements Calls, Health.Source, AutoCloseable {
    /**
     * What jobs need of the world.
     *
     * @param folder where the journal is; made if it is not there
     * @param unit the unit's id, for the returns
     * @param functions what there is to call, asked for each call, because a reload replaces them
     * @param clock for stamps and expiry; it may jump
     * @param ticker for durations and limits
     */
    public record World(
            Path folder,
            String unit,
            Supplier<Functions> functions,
            Outlet outlet,
            Observer observer,
            Clock clock,
            Ticker ticker,
            Fault fault) {}

    /**
     * Reads the journal; runs nothing yet.
     *
     * @throws Failure {@code AGENT_DISK} if the folder cannot be made or read
     */
    public Jobs(World world, JobSettings settings) throws Failure {
        throw new UnsupportedOperationException();
    }

    /**
     * Takes up what a restart has interrupted: what waits is run, what ran is answered with an error. Once, when the
     * functions can be had.
     */
    public void start() {
        throw new UnsupportedOperationException();
    }

    /** Other settings from now on; running jobs keep the limit they have. */
    public void configure(JobSettings settings) {
        throw new UnsupportedOperationException();
    }

    /** Takes what the broker has delivered: on disk before it is acknowledged. Returns before any of it has run. */
    public void accept(List<Delivery> deliveries) {
        throw new UnsupportedOperationException();
    }

    /** The outlet works, maybe again: what was not sent goes out. */
    public void connected() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Return call(Command command, Origin origin, Consumer<JobEvent.Progress> progress)
            throws InterruptedException {
        throw new UnsupportedOperationException();
    }

    @Override
    public String newJid() {
        throw new UnsupportedOperationException();
    }

    /**
     * Ends a job: one that waits at once, one that runs by an interrupt.
     *
     * @return false if no such job waits or runs
     */
    public boolean cancel(String jid) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Health health() {
        throw new UnsupportedOperationException();
    }

    /** Interrupts what runs and returns within 2 s. What waits is run at the next start. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
