package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.api.MissingAnswer;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.exchange.Responses;
import java.util.List;

/** Asks all ECUs for a service without a PID, such as trouble codes, and waits for each of them. Any thread. */
public final class BroadcastQuery {
    /**
     * Answers of all ECUs to one request.
     *
     * @param answers with at least one that is positive
     * @param missing the ECUs that have given none: that the vehicle has, that refused, or whose answer was lost
     */
    public record Merged(Responses answers, List<MissingAnswer> missing) {
        /**
         * Where all of them have to have done it.
         *
         * @param then what is so all the same
         * @throws Failure if anybody is missing
         */
        public void requireAll(String then) throws Failure {
            if (!missing.isEmpty()) {
                throw MissingAnswers.failure(missing, then);
            }
        }
    }

    private final FailureMapper questions;
    private final EcuRegistry vehicle;

    public BroadcastQuery(DiagnosticClient asker, EcuRegistry vehicle) {
        this.questions = new FailureMapper(asker);
        this.vehicle = vehicle;
    }

    /** @throws Failure if nobody answers, or all who do refuse */
    public Merged ask(int service) throws Failure, InterruptedException {
        vehicle.ensureKnown();
        IsoTpAddress all = IsoTpAddress.functional(vehicle.protocol().isExtended());
        DiagnosticRequest question =
                DiagnosticRequest.of(all, (byte) service).untilAnswered(vehicle.answerers(service, -1));
        Responses answers = questions.ask(question);
        if (answers.positive().isEmpty()) {
            throw Unanswered.failure(question, answers);
        }
        return new Merged(answers, MissingAnswers.ofAll(question, answers).list());
    }
}
