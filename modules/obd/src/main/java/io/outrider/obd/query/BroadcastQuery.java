package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.api.MissingAnswer;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.exchange.Responses;
import java.util.List;

/** Functional request for a service without a PID, such as trouble codes, with the answers of all ECUs. Any thread. */
public final class BroadcastQuery {
    /**
     * Answers of all ECUs to one request.
     *
     * @param answers at least one of them positive
     * @param missing known ECUs without an answer, refusals, and lost answers
     */
    public record BroadcastAnswers(Responses answers, List<MissingAnswer> missing) {
        /**
         * Fails unless all ECUs have answered positively.
         *
         * @param then the effect of the request so far
         * @throws Failure if an answer is missing
         */
        public void requireAll(String then) throws Failure {
            if (!missing.isEmpty()) {
                throw MissingAnswers.failure(missing, then);
            }
        }
    }

    private final FailureMapper requests;
    private final EcuRegistry vehicle;

    public BroadcastQuery(DiagnosticClient client, EcuRegistry vehicle) {
        this.requests = new FailureMapper(client);
        this.vehicle = vehicle;
    }

    /** @throws Failure if no ECU answers, or all refuse */
    public BroadcastAnswers send(int service) throws Failure, InterruptedException {
        vehicle.ensureDiscovered();
        IsoTpAddress all = IsoTpAddress.functional(vehicle.protocol().isExtended());
        DiagnosticRequest request =
                DiagnosticRequest.of(all, (byte) service).untilAnswered(vehicle.responders(service, -1));
        Responses answers = requests.send(request);
        if (answers.positive().isEmpty()) {
            throw MissingAnswers.nonePositive(request, answers);
        }
        return new BroadcastAnswers(
                answers, MissingAnswers.ofAll(request, answers).list());
    }
}
