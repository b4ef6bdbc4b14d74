package io.outrider.agent.operator.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.agent.commands.Caller;
import io.outrider.agent.commands.Origin;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Outcome;
import io.outrider.wire.Command;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Runs functions on the caller's thread, without journal, limits or permissions. */
public final class DirectCalls implements Caller {
    private final ObjectMapper mapper = JsonMapper.builder().build();
    private final AtomicInteger jids = new AtomicInteger();
    private final Functions functions;

    public DirectCalls(Functions functions) {
        this.functions = functions;
    }

    @Override
    public String newJid() {
        return String.format("%020d", jids.incrementAndGet());
    }

    @Override
    public Return call(Command command, Origin origin, Consumer<JobEvent.Progress> progress)
            throws InterruptedException {
        try {
            Object result = functions
                    .prepare(command.fun(), command.arg(), command.kwarg())
                    .run(new Call() {
                        @Override
                        public String jid() {
                            return command.jid();
                        }

                        @Override
                        public void progress(long done, long total, String unit, String what) {
                            progress.accept(new JobEvent.Progress(done, total, unit, what));
                        }
                    });
            int retcode = result instanceof Outcome outcome ? outcome.retcode() : 0;
            Object value = result instanceof Outcome outcome ? outcome.value() : result;
            return ended(command, mapper.valueToTree(value), retcode, null);
        } catch (Failure e) {
            JsonNode text = mapper.getNodeFactory().textNode("ERROR: " + e.getMessage());
            return ended(command, text, e.code().equals("NO_SUCH_FUNCTION") ? 254 : 1, e);
        }
    }

    private Return ended(Command command, JsonNode value, int retcode, Failure failure) {
        return new Return(
                command.jid(),
                command.fun(),
                functions.shown(command.fun(), command.arg(), command.kwarg()).asList(),
                Result.of(value),
                retcode,
                failure == null,
                failure,
                Instant.EPOCH);
    }
}
