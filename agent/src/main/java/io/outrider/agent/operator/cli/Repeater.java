package io.outrider.agent.operator.cli;

import io.outrider.api.Failure;
import io.outrider.api.Outcome;
import io.outrider.api.Range;
import io.outrider.api.Ticker;

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

    /**
     * Prints the failures of a repeated call and continues, as the vehicle may return.
     *
     * @return for a counted series without any success, the code of the last failure
     */
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
}
