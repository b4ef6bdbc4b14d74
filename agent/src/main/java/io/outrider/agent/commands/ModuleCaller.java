package io.outrider.agent.commands;

import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import io.outrider.api.FunctionCaller;
import io.outrider.wire.Command;
import io.outrider.wire.Return;
import java.util.List;
import java.util.Map;

/** Caller of functions for modules: each call is a job of the unit. */
public record ModuleCaller(Caller jobs) implements FunctionCaller {
    @Override
    public Object call(String function, List<?> arg, Map<String, ?> kwarg) throws Failure, InterruptedException {
        Return end = jobs.call(Command.now(jobs.newJid(), function, arg, kwarg), Origin.MODULE, progress -> {});
        if (end.failure() != null) {
            throw end.failure();
        }
        return Json.mapper().convertValue(end.value(), Object.class);
    }
}
