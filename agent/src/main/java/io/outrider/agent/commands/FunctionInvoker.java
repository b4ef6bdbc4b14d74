package io.outrider.agent.commands;

import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Printable;
import io.outrider.agent.runtime.functions.ResultMemory;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.FaultOwner;
import io.outrider.api.Outcome;
import io.outrider.wire.Command;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import io.outrider.wire.results.ResultWriter;
import java.time.Clock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Invoker of a job's function; converts its result or failure to a {@link Return}. */
record FunctionInvoker(Supplier<Functions> functions, ResultMemory memory, Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(FunctionInvoker.class);
    static final int FAILED = 1;
    private static final int NO_SUCH_FUNCTION = 254;

    /** Bytes of JSON; the tree built from it for records takes several times as much. */
    private static final int LARGEST_OF_LOGGER = 256 * 1024;

    /** Characters; a record truncates a text to 16 KiB and marks it. */
    private static final int LONGEST_TEXT_OF_LOGGER = 17 << 10;

    /** Runs the function on this thread; any throwable becomes a failed return. */
    Return run(Job job) {
        Command command = job.command;
        Functions table = functions.get();
        try {
            table.find(command.fun());
        } catch (Failure e) {
            return failed(job, e, NO_SUCH_FUNCTION);
        }
        FaultOwner owner = table.faultOwner(command.fun());
        try (ResultMemory.Share share = memory.share()) {
            Object value =
                    table.prepare(command.fun(), command.arg(), command.kwarg()).run(new JobCall(job, share));
            int retcode = value instanceof Outcome outcome ? outcome.retcode() : 0;
            Result result = serialize(job, value instanceof Outcome outcome ? outcome.value() : value);
            return newReturn(job, result, retcode, null);
        } catch (Failure e) {
            if (e.actor() == Failure.Actor.AGENT) {
                logInternalError(job, owner, e);
            }
            return failed(job, e, FAILED);
        } catch (InterruptedException e) {
            return failed(job, new Failure(JobErrors.INTERRUPTED, "interrupted", e), FAILED);
        } catch (Throwable e) { // an Error, too, must not end more than this job
            logInternalError(job, owner, e);
            return failed(job, owner.failure(job.name(), e), FAILED);
        }
    }

    private static void logInternalError(Job job, FaultOwner owner, Throwable e) {
        LOG.error("job {}: internal error in {}{}", job.jid(), job.name(), owner.logSuffix(), e);
    }

    /** Serializes no more than the job's origin receives. */
    private static Result serialize(Job job, Object value) throws Failure {
        if (!job.isOfLogger()) {
            return ResultWriter.write(
                    value, job.origin == Origin.LOCAL || job.origin == Origin.MODULE ? Result.LOCAL : Result.SENT);
        }
        Result result = ResultWriter.write(value, LARGEST_OF_LOGGER, LONGEST_TEXT_OF_LOGGER);
        if (!result.isWhole()) { // a part would be recorded as the whole
            throw tooLarge(job, LARGEST_OF_LOGGER + " bytes of JSON");
        }
        if (result.values() > Result.MAX_VALUES_OF_RECORDS) {
            throw tooLarge(job, Result.MAX_VALUES_OF_RECORDS + " values");
        }
        return result;
    }

    private static Failure tooLarge(Job job, String bound) {
        return new Failure(
                JobErrors.RESULT_TOO_LARGE,
                job.name() + ": the result has more than " + bound
                        + ", the most that a logger takes; have it ask for less at a time");
    }

    Return failed(Job job, Failure failure, int retcode) {
        return newReturn(job, Result.of("ERROR: " + Printable.line(failure.getMessage())), retcode, failure);
    }

    private Return newReturn(Job job, Result value, int retcode, Failure failure) {
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

    private record JobCall(Job job, ResultMemory.Share share) implements Call {
        @Override
        public String jid() {
            return job.jid();
        }

        @Override
        public void progress(long done, long total, String unit, String what) {
            job.progress.report(new JobEvent.Progress(done, total, unit, what));
        }

        @Override
        public boolean reserve(long bytes) {
            return share.reserve(bytes);
        }
    }
}
