package io.outrider.obd.formula;

import static io.outrider.obd.formula.FormulaAnswers.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the size limits of results and of intermediate values. */
final class ResultSizeTest {
    private static final String TOO_LARGE = "the result has more than 262144 bytes; take a part of it";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "['a'*65000]*40000",
                "['a'*65000]*5",
                "{1: 'a'*65000, 2: 'a'*65000, 3: 'a'*65000, 4: 'a'*65000, 5: 'a'*65000}",
                "[['a'*1000]*10]*30",
                "[message.data*400]*200",
                "['\u20ac'*30000]*3",
                "[2**65000]*20",
                "[0]*20000",
                "('x',)*20000",
                "[{'a'*65000 + str(x): 1} for x in range(5)]",
            })
    void aResultIsRefusedByItsBytesHoweverOftenOneTextIsInIt(String formula) throws Exception {
        Formula unhurried = unhurried(formula);
        List<byte[]> answer = messages("620101FFF7E7FFBC16AE43080000000F");
        assertThatThrownBy(() -> unhurried.evaluate(answer))
                .as(formula)
                .isInstanceOf(FormulaException.class)
                .hasMessageContaining(TOO_LARGE);
        List<Formula.TraceStep> steps = unhurried.trace(answer);
        assertThat(steps.get(steps.size() - 1).value()).contains("error: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'a'*65000",
                "'\u20ac'*65000",
                "message.data*4000",
                "['a'*65000]*4",
                "[0]*15000",
                "2**65000",
                "[x for x in range(10000)]",
                "list(range(10000))"
            })
    void sizesOfReadingsAreAccepted(String formula) throws Exception {
        assertThat(unhurried(formula)
                        .evaluate(messages("620101FFF7E7FFBC16AE43080000000F"))
                        .value())
                .isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "len([('a '*32000).split() for x in range(20)])                     | 8 MiB of memory",
                "len([list(range(60000)) for x in range(12)])                       | 50000 steps",
                "len([{y: y, -y: y} for x in range(160) for y in range(160)])       | 8 MiB of memory",
                "len([[1]*63 for x in range(49000)])                                | 8 MiB of memory",
                "len([['a'*60+'b', 'a'*60+'c', 'a'*60+'d', 'a'*60+'e', 'a'*60+'f'] for x in range(30000)]) | 8 MiB of memory",
                "len([[2**1000, 2**1000, 2**1000, 2**1000] for x in range(49000)])  | 8 MiB of memory",
                "len([list(zip(m, m)) for m in [[1]*9000]*40])                     | 50000 steps",
            })
    void intermediateValuesAreBoundedToo(String formula, String bound) throws Exception {
        Formula unhurried = unhurried(formula);
        com.sun.management.ThreadMXBean thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getThreadAllocatedBytes(Thread.currentThread().getId());
        assertThatThrownBy(() -> unhurried.evaluate(messages("6201")))
                .as(formula)
                .isInstanceOf(FormulaException.class)
                .hasMessageContaining("the formula takes more than " + bound);
        assertThat(thread.getThreadAllocatedBytes(Thread.currentThread().getId()) - before)
                .as(formula)
                .isLessThan(80 << 20); // includes temporary texts
    }

    /** The formula without a time limit, for a result independent of the machine. */
    private static Formula unhurried(String formula) throws FormulaException {
        EvaluationLimits usual = EvaluationLimits.DEFAULT;
        return Formula.parse(
                formula,
                new EvaluationLimits(
                        usual.textLength(),
                        usual.depth(),
                        usual.integerBits(),
                        usual.size(),
                        usual.steps(),
                        Duration.ofDays(1)));
    }
}
