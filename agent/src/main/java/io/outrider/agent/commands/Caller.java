package io.outrider.agent.commands;

import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import io.outrider.api.FunctionCaller;
import io.outrider.wire.Command;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Entry point for callers on the unit, which wait for the result. Thread-safe. */
public interface Caller extends FunctionCaller {
    /**
     * Runs a function under the same permissions, concurrency limits and time limit as a job of the fleet. The job is
     * listed as running and can be cancelled by its jid.
     *
     * @param origin not {@link Origin#FLEET}
     * @param progress called on any thread, one call at a time, at most once a second and once before the end; must not
     *     block
     * @return a value for failures, too
     * @throws InterruptedException if the caller is interrupted; the job is cancelled
     */
    Return call(Command command, Origin origin, Consumer<JobEvent.Progress> progress) throws InterruptedException;

    String newJid();

    /** Runs a function for a module. */
    @Override
    default Object call(String function, List<?> arg, Map<String, ?> kwarg) throws Failure, InterruptedException {
        Return end = call(Command.now(newJid(), function, arg, kwarg), Origin.MODULE, progress -> {});
        if (end.failure() != null) {
            throw end.failure();
        }
        return Json.mapper().convertValue(end.value(), Object.class);
    }
}
