package io.outrider.agent.operator.cli;

import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.ResultMemory;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Outcome;
import io.outrider.wire.results.Result;
import io.outrider.wire.results.ResultWriter;

/**
 * Call in this process with the daemon's limits on results: JSON up to {@link Result#LOCAL}, and shared result memory.
 * Repeatable, one run at a time.
 */
record BoundedCall(Functions.Prepared call) implements Functions.Prepared {
    @Override
    public Object run(Call caller) throws Failure, InterruptedException {
        try (ResultMemory.Share share = new ResultMemory(ResultMemory.OF_ALL_CALLS).share()) {
            Object value = call.run(new Reserving(caller, share));
            if (value instanceof Outcome outcome) {
                return new Outcome(bounded(outcome.value()), outcome.retcode());
            }
            return bounded(value);
        }
    }

    private static Object bounded(Object value) throws Failure {
        return ResultWriter.write(value, Result.LOCAL).tree();
    }

    private record Reserving(Call caller, ResultMemory.Share share) implements Call {
        @Override
        public String jid() {
            return caller.jid();
        }

        @Override
        public void progress(long done, long total, String unit, String what) {
            caller.progress(done, total, unit, what);
        }

        @Override
        public boolean reserve(long bytes) {
            return share.reserve(bytes);
        }
    }
}
