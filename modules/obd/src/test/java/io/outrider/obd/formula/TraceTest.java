package io.outrider.obd.formula;

import static io.outrider.obd.formula.FormulaAnswers.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.obd.formula.Formula.TraceStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the steps of a dry run. */
final class TraceTest {
    private static List<TraceStep> trace(String formula, String... hex) throws FormulaException {
        return Formula.parse(formula).trace(messages(hex));
    }

    @Test
    void stepsAreShownInOrderWithTheWholeLast() throws Exception {
        assertThat(trace("bytes_to_int(message.data[3:5]) / 10", "6201011234"))
                .containsExactly(
                        new TraceStep("message.data", "62 01 01 12 34"),
                        new TraceStep("message.data[3:5]", "12 34"),
                        new TraceStep("bytes_to_int(message.data[3:5])", "4660"),
                        new TraceStep("bytes_to_int(message.data[3:5]) / 10", "466.0"));
    }

    @Test
    void skippedPartsAreNotShown() throws Exception {
        assertThat(trace("1 if message.data[0] > 5 else 1/0", "62"))
                .extracting(TraceStep::expression)
                .containsExactly(
                        "message.data", "message.data[0]", "message.data[0] > 5", "1 if message.data[0] > 5 else 1/0");
    }

    @Test
    void aFailureEndsTheStepsWhereItHappens() throws Exception {
        List<TraceStep> steps = trace("message.data[14] * 2", "7F2212");
        TraceStep last = steps.get(steps.size() - 1);
        assertThat(last.expression()).isEqualTo("message.data[14]");
        assertThat(last.value()).startsWith("error: index 14 is outside");
    }

    @Test
    void aResultThatIsRefusedEndsAsAnError() throws Exception {
        List<TraceStep> steps = trace("range(3)", "00");
        assertThat(steps.get(steps.size() - 1).value()).startsWith("error: a reading cannot carry a range");
    }

    @Test
    void loopsAreOneStep() throws Exception {
        assertThat(trace("sum([b * 2 for b in message.data])", "0102"))
                .extracting(TraceStep::value)
                .containsExactly("01 02", "6");
    }

    @Test
    void aMethodCallIsShownOnce() throws Exception {
        assertThat(trace("message.data[1:].decode('ascii').lower()", "6241"))
                .containsExactly(
                        new TraceStep("message.data", "62 41"),
                        new TraceStep("message.data[1:]", "41"),
                        new TraceStep("message.data[1:].decode('ascii')", "'A'"),
                        new TraceStep("message.data[1:].decode('ascii').lower()", "'a'"));
    }

    @Test
    void everyStepOfAConstantIsShown() throws Exception {
        assertThat(trace("2 * 3 + 1")).extracting(TraceStep::value).containsExactly("6", "7");
    }

    @Test
    void valuesWithoutTextAreShownByTheirType() throws Exception {
        assertThat(trace("len([zip(message.data)] + [message])", "00"))
                .extracting(TraceStep::value)
                .containsExactly("00", "a zip", "a list", "2");
    }
}
