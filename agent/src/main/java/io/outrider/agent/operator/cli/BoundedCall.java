package io.outrider.agent.operator.cli;

import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.ResultMemory;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Outcome;
import io.outrider.wire.results.Result;
import io.outrider.wire.results.ResultWriter;

/** Call in this process with the daemon's limits on results: JSON up to {@link Result#LOCAL}, and result memory. */
record BoundedCall(Functions.Prepared call) implements Repeater.RepeatedCall {
    @Override
    public Outcome run() throws Failure, InterruptedException {
        try (ResultMemory.Share share = new ResultMemory(ResultMemory.OF_ALL_CALLS).share()) {
            Object value = call.run(new Reserving(share));
            int retcode = value instanceof Outcome outcome ? outcome.retcode() : 0;
            Object result = value instanceof Outcome outcome ? outcome.value() : value;
            return new Outcome(ResultWriter.write(result, Result.LOCAL).tree(), retcode);
        }
    }

    private record Reserving(ResultMemory.Share share) implements Call {
        @Override
        public String jid() {
            return "";
        }

        @Override
        public void progress(long done, long total, String unit, String what) {
            // not shown
        }

        @Override
        public boolean reserve(long bytes) {
            return share.reserve(bytes);
        }
    }
}
