package io.outrider.agent.operator.cli;

import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.ResultMemory;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Outcome;
import io.outrider.api.Range;
import io.outrider.api.Ticker;
import io.outrider.wire.results.Result;
import io.outrider.wire.results.ResultWriter;

/** Runner of a call, once or at a fixed rate. */
final class Repeater {
    private final Double everySeconds;
    private final Integer count;
    private final Printer printer;
    private final Ticker ticker;

    interface RepeatedCall {
        Outcome run() throws Failure, InterruptedException;
    }

    Repeater(Double everySeconds, Integer count, Printer printer, Ticker ticker) throws Failure {
        if (everySeconds != null && !(everySeconds >= 0.01 && everySeconds <= 86_400)) {
            throw Failure.argument("--every", Range.text(everySeconds) + " is not from 0.01 to 86400 seconds");
        }
        if (count != null && (everySeconds == null || count < 1)) {
            throw Failure.argument("--count", "goes with --every and is 1 or more");
        }
        this.everySeconds = everySeconds;
        this.count = count;
        this.printer = printer;
        this.ticker = ticker;
    }

    /** Prints the failures of a repeated call and continues, as the vehicle may return. */
    ExitCode run(RepeatedCall call) throws Failure, InterruptedException {
        if (everySeconds == null) {
            Outcome outcome = call.run();
            printer.print(outcome.value());
            return outcome.retcode() == 0 ? ExitCode.DONE : ExitCode.PARTLY;
        }
        long period = (long) (everySeconds * 1e9);
        long next = ticker.nanos();
        Failure last = null;
        boolean succeeded = false;
        for (int done = 0; count == null || done < count; done++) {
            ticker.sleep(next - ticker.nanos());
            Object result;
            try {
                result = call.run().value();
                succeeded = true;
            } catch (Failure e) {
                if (e.actor() == Failure.Actor.CALLER) {
                    throw e;
                }
                last = e;
                result = Printer.error(e);
            }
            printer.printOver(result);
            next = Math.max(next + period, ticker.nanos()); // missed runs are skipped
        }
        return succeeded || last == null ? ExitCode.DONE : ExitCode.of(last);
    }

    /** Call in this process with the daemon's limits on results: JSON up to {@link Result#LOCAL}, and result memory. */
    record BoundedCall(Functions.Prepared call) implements RepeatedCall {
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
}
