package io.outrider.agent.commands;

import io.outrider.agent.runtime.functions.MemoryWeight;
import io.outrider.agent.runtime.functions.RedactedArguments;
import io.outrider.api.Failure;
import io.outrider.wire.Command;
import io.outrider.wire.Return;
import io.outrider.wire.results.ResultWriter;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** A job in memory, from its arrival until its thread has ended. What can change is guarded by the workbench. */
final class Job {
    enum State {
        WAITING,
        /** On its thread; what must be on disk first is not yet. */
        STARTING,
        RUNNING,
        /** Its end is decided. */
        ENDING,
        /** Its end is decided and its body goes on. */
        ABANDONED;

        /** As people are told. */
        String text() {
            return this == WAITING ? "waiting" : this == ABANDONED ? "abandoned" : "running";
        }
    }

    /**
     * Why a job is told to end before its body has.
     *
     * @param outcome for the metric
     * @param code for programs
     * @param message for people
     */
    record Stop(String outcome, String code, String message) {
        static final Stop CANCELLED =
                new Stop("cancelled", "CANCELLED", "cancelled; send it again with a new jid if it is still wanted");
        static final Stop CANCELLED_EARLY = new Stop("cancelled", "CANCELLED", "cancelled before it began");
        static final Stop AGENT_STOPPED = new Stop("stopped", "STOPPED", "the agent was stopped");

        static Stop limit(String fun, int seconds) {
            return new Stop(
                    "limit", "TIME_LIMIT", LogText.name(fun) + " took longer than " + seconds + " s and was stopped");
        }
    }

    final Command command;
    final Origin origin;
    final RedactedArguments shown;
    final Instant received;
    final long receivedNanos;
    final ProgressGate progress;
    private final long weight;

    /** The answer, for callers on the unit. */
    final CompletableFuture<Return> end = new CompletableFuture<>();

    State state = State.WAITING;
    Stop stop; // null while nobody has told it to end
    Thread thread; // null before it starts
    boolean hasPlace; // counted among the running
    int depth; // how many jobs wait for it, each of them called by the one before
    Future<?> limit;

    /** @param origin decides whether the job is in the journal: those of the fleet are */
    Job(Command command, Origin origin, RedactedArguments shown, Instant received, long nanos, ProgressGate progress) {
        this.command = command;
        this.origin = origin;
        this.shown = shown;
        this.received = received;
        this.receivedNanos = nanos;
        this.progress = progress;
        this.weight =
                MemoryWeight.of(command.fun()) + MemoryWeight.of(command.arg()) + MemoryWeight.of(command.kwarg());
    }

    String jid() {
        return command.jid();
    }

    boolean isOfFleet() {
        return origin == Origin.FLEET;
    }

    /** Whether it comes again and again: nobody is told of it, and it need not wait for what a person asked. */
    boolean isOfLogger() {
        return origin == Origin.LOGGER;
    }

    /** Whether it gets a place even if all are taken, because it is how one finds out why. */
    boolean isUrgent() {
        return command.fun().startsWith("saltutil.");
    }

    /** About how many bytes its function's name and its arguments keep in memory. */
    long weight() {
        return weight;
    }

    /** For the log: one line, not long, no secrets. */
    String arguments() {
        try {
            return LogText.shorten(ResultWriter.write(shown.asList(), 1024).beginning(), 200);
        } catch (Failure e) {
            return "(nested too deeply to be shown)";
        }
    }
}
