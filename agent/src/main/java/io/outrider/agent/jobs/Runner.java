package io.outrider.agent.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.outrider.agent.functions.Functions;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Outcome;
import java.time.Clock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the function and makes a return of whatever comes of it. */
final class Runner {
    private static final Logger LOG = LoggerFactory.getLogger(Runner.class);
    static final int FAILED = 1;
    private static final int NO_SUCH_FUNCTION = 254;

    private final Supplier<Functions> functions;
    private final ObjectMapper mapper;
    private final Clock clock;

    Runner(Supplier<Functions> functions, ObjectMapper mapper, Clock clock) {
        this.functions = functions;
        this.mapper = mapper;
        this.clock = clock;
    }

    /** Runs the body on this thread, whatever it throws. */
    Return run(Job job) {
        Command command = job.command;
        Functions table = functions.get();
        try {
            table.find(command.fun());
        } catch (Failure e) {
            return failed(job, e, NO_SUCH_FUNCTION);
        }
        try {
            Object value =
                    table.prepare(command.fun(), command.arg(), command.kwarg()).run(new TheCall(job));
            int retcode = value instanceof Outcome outcome ? outcome.retcode() : 0;
            JsonNode json = mapper.valueToTree(value instanceof Outcome outcome ? outcome.value() : value);
            return returned(job, json, retcode, null);
        } catch (Failure e) {
            if (e.actor() == Failure.Actor.AGENT) {
                LOG.error("job {}: a fault in {}; please report it", job.jid(), Texts.name(command.fun()), e);
            }
            return failed(job, e, FAILED);
        } catch (InterruptedException e) {
            return failed(job, new Failure(Failure.Actor.AGENT, "INTERRUPTED", "interrupted", e), FAILED);
        } catch (Throwable e) { // an error of the machine ends this job and nothing else
            LOG.error("job {}: a fault in {}; please report it", job.jid(), Texts.name(command.fun()), e);
            return failed(job, Failure.fault(Texts.name(command.fun()), e), FAILED);
        }
    }

    /** The return of a job that did not do what was asked. */
    Return failed(Job job, Failure failure, int retcode) {
        return returned(job, TextNode.valueOf("ERROR: " + Texts.oneLine(failure.getMessage())), retcode, failure);
    }

    private Return returned(Job job, JsonNode value, int retcode, Failure failure) {
        return new Return(
                job.jid(),
                job.command.fun(),
                job.shown.asList(),
                value,
                retcode,
                failure == null,
                failure,
                clock.instant());
    }

    private record TheCall(Job job) implements Call {
        @Override
        public String jid() {
            return job.jid();
        }

        @Override
        public void progress(long done, long total, String unit, String what) {
            job.progress.told(new JobEvent.Progress(done, total, unit, what));
        }
    }
}
