package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.commands.Caller;
import io.outrider.agent.commands.Origin;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.wire.Command;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Mock of the jobs that answers at once and records calls with their times. */
final class RecordingCalls implements Caller {
    /** Body of a function. */
    interface CallBody {
        Object run(List<Object> arg, Map<String, Object> kwarg) throws Failure;
    }

    /** @param second seconds since the start */
    record RecordedCall(double second, String function, List<Object> arg, Map<String, Object> kwarg) {}

    final List<RecordedCall> made = new CopyOnWriteArrayList<>();
    final Map<String, CallBody> bodies = new LinkedHashMap<>();
    private final ObjectMapper mapper = Json.mapper();
    private final VirtualTime time;
    private final long startNanos;
    private int jids;

    RecordingCalls(VirtualTime time) {
        this.time = time;
        startNanos = time.nanos();
    }

    /** Defines a function that always returns this. */
    void returns(String function, Object value) {
        bodies.put(function, (arg, kwarg) -> value);
    }

    /** Defines a function that always fails with this code. */
    void fails(String function, Failure.Actor actor, String code) {
        bodies.put(function, (arg, kwarg) -> {
            throw Failure.reported(actor, code, function + " fails with " + code);
        });
    }

    List<RecordedCall> of(String function) {
        return made.stream().filter(each -> each.function().equals(function)).toList();
    }

    @Override
    public Return call(Command command, Origin origin, Consumer<JobEvent.Progress> progress) {
        if (origin != Origin.LOGGER) {
            throw new AssertionError(origin);
        }
        made.add(new RecordedCall((time.nanos() - startNanos) / 1e9, command.fun(), command.arg(), command.kwarg()));
        CallBody body = bodies.get(command.fun());
        try {
            if (body == null) {
                throw new Failure(CommonErrors.NO_SUCH_FUNCTION, "'" + command.fun() + "' is not available");
            }
            return end(command, body.run(command.arg(), command.kwarg()), null);
        } catch (Failure e) {
            return end(command, "ERROR: " + e.getMessage(), e);
        }
    }

    private Return end(Command command, Object value, Failure failure) {
        List<Object> shown = new ArrayList<>(command.arg());
        return new Return(
                command.jid(),
                command.fun(),
                shown,
                Result.of(mapper.valueToTree(value)),
                failure == null ? 0 : 1,
                failure == null,
                failure,
                time.instant());
    }

    @Override
    public String newJid() {
        return String.format("%020d", ++jids);
    }
}
