package io.outrider.obd;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.Outcome;
import io.outrider.api.Ticker;
import io.outrider.obd.formula.EvaluationLock;
import io.outrider.obd.formula.Formula;
import io.outrider.obd.formula.FormulaException;
import io.outrider.obd.frames.PastedFrames;
import io.outrider.obd.query.OrderedMap;
import io.outrider.obd.query.ReadingValues;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Implementation of {@code obd.formula}: dry run of a formula on captured frames with its steps. Sends no frames. */
final class FormulaFunction {
    record Arguments(
            @JsonProperty(required = true)
            @JsonPropertyDescription("the expression, such as bytes_to_int(message.data[3:5])/10")
            String formula,

            @JsonProperty(required = true)
            @JsonPropertyDescription("captured frames, id and data: 7EC0462833479, 7EC#0462833479, or candump lines")
            List<String> frames,

            @JsonPropertyDescription("the frames' data begins with an address byte (extended addressing)")
            boolean extendedAddress) {}

    private final Ticker ticker;
    private final EvaluationLock evaluations;

    FormulaFunction(Ticker ticker, EvaluationLock evaluations) {
        this.ticker = ticker;
        this.evaluations = evaluations;
    }

    Object dryRun(Arguments arguments) throws Failure, InterruptedException {
        List<byte[]> messages = new PastedFrames(ticker).messages(arguments.frames(), arguments.extendedAddress());
        Formula formula = parse(arguments.formula());
        return evaluations.with(() -> dryRun(formula, messages));
    }

    private static Object dryRun(Formula formula, List<byte[]> messages) throws Failure {
        List<Object> steps = new ArrayList<>();
        for (Formula.TraceStep step : formula.trace(messages)) {
            steps.add(OrderedMap.of("expression", step.expression(), "value", step.value()));
        }
        Map<String, Object> result = OrderedMap.of(
                "messages", messages.stream().map(HexFormat.of()::formatHex).toList(), "steps", steps);
        try {
            Formula.FormulaResult outcome = formula.evaluate(messages);
            result.put("value", ReadingValues.jsonValue(outcome.value()));
            if (outcome.pastEnd()) {
                result.put("warning", "a slice lies behind the end of the answer and counts as 0");
            }
        } catch (FormulaException e) {
            result.put("error", e.getMessage());
            return new Outcome(result, 2); // the steps so far are the useful part of the result
        }
        return result;
    }

    private static Formula parse(String text) throws Failure {
        try {
            return Formula.parse(text);
        } catch (FormulaException e) {
            throw Failure.argument("formula", e.getMessage());
        }
    }
}
