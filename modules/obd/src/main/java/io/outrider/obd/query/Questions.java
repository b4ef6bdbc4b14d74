package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.can.BusException;
import io.outrider.can.isotp.IsoTpException;
import io.outrider.obd.exchange.Answers;
import io.outrider.obd.exchange.Asker;
import io.outrider.obd.exchange.Question;

/** Asks, and turns what stands in the way into errors for people. Any thread. */
final class Questions {
    private final Asker asker;

    Questions(Asker asker) {
        this.asker = asker;
    }

    Answers ask(Question question) throws Failure, InterruptedException {
        try {
            return asker.ask(question);
        } catch (BusException e) {
            throw failure(e);
        } catch (IsoTpException e) {
            throw new Failure(
                    Failure.Actor.VEHICLE,
                    "NOT_TAKEN",
                    "the request " + question + " was not taken: " + e.getMessage(),
                    e);
        }
    }

    static Failure failure(BusException e) {
        return new Failure(
                e.reason() == BusException.Reason.PAUSED ? Failure.Actor.VEHICLE : Failure.Actor.OPERATOR,
                "BUS_" + e.reason(),
                e.getMessage(),
                e);
    }
}
