package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.can.BusException;
import io.outrider.can.isotp.IsoTpException;
import io.outrider.obd.errors.BusErrors;
import io.outrider.obd.errors.ObdErrors;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.exchange.Responses;

/** Sends requests and maps exceptions of the bus and of ISO-TP to {@link Failure}. Any thread. */
final class FailureMapper {
    private final DiagnosticClient client;

    FailureMapper(DiagnosticClient client) {
        this.client = client;
    }

    Responses send(DiagnosticRequest request) throws Failure, InterruptedException {
        try {
            return client.send(request);
        } catch (BusException e) {
            throw failure(e);
        } catch (IsoTpException e) {
            throw new Failure(ObdErrors.NOT_TAKEN, "the request " + request + " was not taken: " + e.getMessage(), e);
        }
    }

    static Failure failure(BusException e) {
        return new Failure(BusErrors.of(e.reason()), e.getMessage(), e);
    }
}
