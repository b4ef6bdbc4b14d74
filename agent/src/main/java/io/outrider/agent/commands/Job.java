package io.outrider.agent.commands;

import io.outrider.agent.runtime.functions.MemoryWeight;
import io.outrider.agent.runtime.functions.RedactedArguments;
import io.outrider.api.ErrorCode;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.wire.Command;
import io.outrider.wire.Return;
import io.outrider.wire.results.ResultWriter;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** Job in memory, from its arrival until its thread has ended. Mutable fields are guarded by {@link JobExecutor}. */
final class Job {
    enum JobState {
        WAITING,
        /** Gets a thread; the claim may not be on disk yet. */
        STARTING,
        RUNNING,
        /** The outcome is decided. */
        ENDING,
        /** The outcome is decided, and the function still runs. */
        ABANDONED;

        String text() {
            return this == WAITING ? "waiting" : this == ABANDONED ? "abandoned" : "running";
        }
    }

    /** Reason for ending a job before its function returns; the outcome is the label of the metric. */
    record Stop(String outcome, ErrorCode code, String message) {
        static final Stop CANCELLED = new Stop(
                "cancelled", JobErrors.CANCELLED, "cancelled; send it again with a new jid if it is still wanted");
        static final Stop CANCELLED_EARLY = new Stop("cancelled", JobErrors.CANCELLED, "cancelled before it began");
        static final Stop AGENT_STOPPED = new Stop("stopped", JobErrors.STOPPED, "the agent was stopped");

        static Stop limit(String fun, int seconds) {
            String message = fun + " took longer than " + seconds + " s and was stopped";
            return new Stop("limit", JobErrors.TIME_LIMIT, message);
        }
    }

    final Command command;
    final Origin origin;
    final RedactedArguments shown;
    final Instant received;
    final long receivedNanos;
    final ProgressGate progress;
    final long weight; // approximate bytes of the function's name and arguments in memory
    final CompletableFuture<Return> end = new CompletableFuture<>();

    JobState state = JobState.WAITING;
    Stop stop; // null until a stop is requested
    Thread thread; // that runs the function; null before and after
    boolean hasSlot; // counted as running
    boolean isReserved; // has a slot, and is not added yet
    boolean isClaimed; // its claim is in the journal
    int depth; // number of callers in the chain that wait for this job
    Future<?> limit;
    volatile Inhibitors.Handle inhibition = () -> {};

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

    /** Name of the function, for people. */
    String name() {
        return LogText.name(command.fun());
    }

    boolean isOfFleet() {
        return origin == Origin.FLEET;
    }

    /** Periodic jobs are not announced and do not wait for those of people. */
    boolean isOfLogger() {
        return origin == Origin.LOGGER;
    }

    /** Jobs of people, the fleet and triggers keep the unit awake. */
    boolean inhibitsSleep() {
        return !isOfLogger() && origin != Origin.MODULE;
    }

    /** Urgent jobs get a slot even if all are taken, as they are used to find out why. */
    boolean isUrgent() {
        return isUrgent(command.fun());
    }

    static boolean isUrgent(String fun) {
        return fun.startsWith("saltutil.");
    }

    String arguments() {
        try {
            return Excerpt.of(ResultWriter.write(shown.asList(), 1024).beginning(), 200);
        } catch (Failure e) {
            return "(nested too deeply to be shown)";
        }
    }
}
