package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.obd.exchange.Answers;
import io.outrider.obd.exchange.Asker;
import io.outrider.obd.exchange.Question;

/** Asks all ECUs for a service without a PID, such as trouble codes, and waits for each of them. Any thread. */
public final class EverybodysAnswers {
    private final Questions questions;
    private final Vehicle vehicle;

    public EverybodysAnswers(Asker asker, Vehicle vehicle) {
        this.questions = new Questions(asker);
        this.vehicle = vehicle;
    }

    /**
     * @return at least one positive answer
     * @throws Failure if nobody answers, or all who do refuse
     */
    public Answers ask(int service) throws Failure, InterruptedException {
        vehicle.ensureKnown();
        IsoTpAddress all = IsoTpAddress.functional(vehicle.protocol().isExtended());
        Question question = Question.of(all, (byte) service).untilAnswered(vehicle.answerers(service, -1));
        Answers answers = questions.ask(question);
        if (answers.positive().isEmpty()) {
            throw Unanswered.failure(question, answers);
        }
        return answers;
    }
}
