package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.api.VehicleErrors;
import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.exchange.Responses;
import java.util.stream.Collectors;

/** Failures of requests without a positive answer. */
final class Unanswered {
    private Unanswered() {}

    static Failure failure(DiagnosticRequest request, Responses answers) {
        if (!answers.refusals().isEmpty()) {
            return new Failure(
                    VehicleErrors.NEGATIVE_RESPONSE,
                    answers.refusals().stream()
                            .map(refusal -> MissingAnswers.describe(request, refusal))
                            .collect(Collectors.joining("; ")));
        }
        if (!answers.broken().isEmpty()) {
            return new Failure(
                    VehicleErrors.BROKEN_ANSWER,
                    answers.broken().stream().map(MissingAnswers::describe).collect(Collectors.joining("; ")));
        }
        String others = answers.foreign().isEmpty()
                ? ""
                : " (messages that answer something else came from "
                        + answers.foreign().get(0) + ")";
        return new Failure(
                VehicleErrors.NO_DATA,
                "No data received from vehicle within timeout: nobody answered " + request + others
                        + ". Is the ignition on, and is this the right header?");
    }
}
