package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.can.BusException;
import io.outrider.can.isotp.IsoTpException;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.exchange.Responses;

/** Asks, and turns what stands in the way into errors for people. Any thread. */
final class FailureMapper {
    private final DiagnosticClient asker;

    FailureMapper(DiagnosticClient asker) {
        this.asker = asker;
    }

    Responses ask(DiagnosticRequest question) throws Failure, InterruptedException {
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
