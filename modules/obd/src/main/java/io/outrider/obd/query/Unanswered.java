package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.obd.exchange.Answers;
import io.outrider.obd.exchange.NegativeResponses;
import io.outrider.obd.exchange.Question;
import java.util.stream.Collectors;

/** Why a question has no positive answer, in words for whoever asked. */
final class Unanswered {
    private static final int RESPONSE_PENDING = 0x78;

    private Unanswered() {}

    static Failure failure(Question question, Answers answers) {
        if (!answers.refusals().isEmpty()) {
            return new Failure(
                    Failure.Actor.VEHICLE,
                    "NEGATIVE_RESPONSE",
                    answers.refusals().stream()
                            .map(refusal -> describe(question, refusal))
                            .collect(Collectors.joining("; ")));
        }
        if (!answers.broken().isEmpty()) {
            return new Failure(
                    Failure.Actor.VEHICLE,
                    "BROKEN_ANSWER",
                    answers.broken().stream()
                            .map(broken ->
                                    broken.source() + ": " + broken.fault().getMessage())
                            .collect(Collectors.joining("; ")));
        }
        String others = answers.foreign().isEmpty()
                ? ""
                : " (messages that answer something else came from "
                        + answers.foreign().get(0).source() + ")";
        return new Failure(
                Failure.Actor.VEHICLE,
                "NO_DATA",
                "No data received from vehicle within timeout: nobody answered " + question + others
                        + ". Is the ignition on, and is this the right header?");
    }

    private static String describe(Question question, Answers.Refusal refusal) {
        if (refusal.code() == RESPONSE_PENDING) {
            return refusal.source() + " asked for more time to answer " + question
                    + " (response pending, 7F xx 78) and then said nothing";
        }
        return String.format(
                "%s refuses %s: %s (7F %02X %02X)",
                refusal.source(), question, NegativeResponses.words(refusal.code()), refusal.service(), refusal.code());
    }
}
