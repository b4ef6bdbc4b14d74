package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.commands.Caller;
import io.outrider.agent.commands.Origin;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import io.outrider.wire.Command;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** In the place of the jobs: answers at once, and remembers what was called when. */
final class RecordingCalls implements Caller {
    /** What a function does here. */
    interface Body {
        Object run(List<Object> arg, Map<String, Object> kwarg) throws Failure;
    }

    /** @param second since the beginning */
    record Made(double second, String function, List<Object> arg, Map<String, Object> kwarg) {}

    final List<Made> made = new CopyOnWriteArrayList<>();
    final Map<String, Body> bodies = new LinkedHashMap<>();
    private final ObjectMapper mapper = Json.mapper();
    private final VirtualTime time;
    private final long beginning;
    private int jids;

    RecordingCalls(VirtualTime time) {
        this.time = time;
        beginning = time.nanos();
    }

    /** A function that always returns this. */
    void returns(String function, Object value) {
        bodies.put(function, (arg, kwarg) -> value);
    }

    /** A function that always fails so. */
    void fails(String function, Failure.Actor actor, String code) {
        bodies.put(function, (arg, kwarg) -> {
            throw new Failure(actor, code, function + " fails with " + code);
        });
    }

    List<Made> of(String function) {
        return made.stream().filter(each -> each.function().equals(function)).toList();
    }

    @Override
    public Return call(Command command, Origin origin, Consumer<JobEvent.Progress> progress) {
        if (origin != Origin.LOGGER) {
            throw new AssertionError(origin);
        }
        made.add(new Made((time.nanos() - beginning) / 1e9, command.fun(), command.arg(), command.kwarg()));
        Body body = bodies.get(command.fun());
        try {
            if (body == null) {
                throw new Failure(Failure.Actor.CALLER, "NO_SUCH_FUNCTION", "'" + command.fun() + "' is not available");
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
                mapper.valueToTree(value),
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
