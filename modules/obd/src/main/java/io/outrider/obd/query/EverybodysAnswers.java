package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.api.MissingAnswer;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.obd.exchange.Answers;
import io.outrider.obd.exchange.Asker;
import io.outrider.obd.exchange.Question;
import java.util.List;

/** Asks all ECUs for a service without a PID, such as trouble codes, and waits for each of them. Any thread. */
public final class EverybodysAnswers {
    /**
     * Answers of all ECUs to one request.
     *
     * @param answers with at least one that is positive
     * @param missing the ECUs that have given none: that the vehicle has, that refused, or whose answer was lost
     */
    public record Merged(Answers answers, List<MissingAnswer> missing) {
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

    private final Questions questions;
    private final Vehicle vehicle;

    public EverybodysAnswers(Asker asker, Vehicle vehicle) {
        this.questions = new Questions(asker);
        this.vehicle = vehicle;
    }

    /** @throws Failure if nobody answers, or all who do refuse */
    public Merged ask(int service) throws Failure, InterruptedException {
        vehicle.ensureKnown();
        IsoTpAddress all = IsoTpAddress.functional(vehicle.protocol().isExtended());
        Question question = Question.of(all, (byte) service).untilAnswered(vehicle.answerers(service, -1));
        Answers answers = questions.ask(question);
        if (answers.positive().isEmpty()) {
            throw Unanswered.failure(question, answers);
        }
        return new Merged(answers, MissingAnswers.ofAll(question, answers).list());
    }
}
