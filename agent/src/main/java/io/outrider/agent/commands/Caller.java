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
     * Runs a function under the permissions and limits of a job of the fleet; it is listed, and can be cancelled. The
     * return is a value for failures, too. An interrupt of the caller cancels the job.
     *
     * @param origin not {@link Origin#FLEET}
     * @param progress called on any thread, one at a time, at most once a second and before the end; must not block
     */
    Return call(Command command, Origin origin, Consumer<JobEvent.Progress> progress) throws InterruptedException;

    String newJid();

    @Override
    default Object call(String function, List<?> arg, Map<String, ?> kwarg) throws Failure, InterruptedException {
        Return end = call(Command.now(newJid(), function, arg, kwarg), Origin.MODULE, progress -> {});
        if (end.failure() != null) {
            throw end.failure();
        }
        return Json.mapper().convertValue(end.value(), Object.class);
    }
}
