package io.outrider.obd.formula;

import static io.outrider.obd.formula.FormulaAnswers.failure;
import static io.outrider.obd.formula.FormulaAnswers.messages;
import static io.outrider.obd.formula.FormulaAnswers.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of formulas on answers of ECUs. */
final class VehicleFormulasTest {
    @Test
    void bytesCountFromTheResponseServiceOn() throws Exception {
        assertThat(value("bytes_to_int(message.data[3:5]) / 10", "6201011234")).isEqualTo(466.0);
        assertThat(value("message.data[0]", "6201011234")).isEqualTo(0x62L);
    }

    @Test
    void messageIsTheFirstOfTheMessages() throws Exception {
        assertThat(value("message.data == messages[0].data and messages[1].data[0]", "62", "7F"))
                .isEqualTo(0x7FL);
    }

    @Test
    void aFormulaWithoutAMessageFailsWithAReason() throws Exception {
        assertThat(failure("message.data[0]").reason()).contains("no message");
        assertThat(value("len(messages)")).isEqualTo(0L);
        assertThat(value("1 + 1")).isEqualTo(2L);
    }

    @Test
    void twosComplementLooksAtOneBitAndMasksNothing() throws Exception {
        assertThat(value("twos_comp(0xFF, 8)")).isEqualTo(-1L);
        assertThat(value("twos_comp(300, 8)")).isEqualTo(300L);
        assertThat(value("twos_comp(-1, 8)")).isEqualTo(-257L);
        assertThat(value("twos_comp(num_bits=16, val=0x8000)")).isEqualTo(-32768L);
    }

    @Test
    void anIntegerIsALongUntilItIsTooLargeForOne() throws Exception {
        assertThat(value("bytes_to_int(message.data)", "7FFFFFFFFFFFFFFF")).isEqualTo(Long.MAX_VALUE);
        assertThat(value("bytes_to_int(message.data)", "8000000000000000")).isEqualTo(BigInteger.TWO.pow(63));
        assertThat(value("bytes_to_int(message.data) - 1", "8000000000000000")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theLongestMessageIsStillAnInteger() throws Exception {
        byte[] longest = new byte[4_095];
        Arrays.fill(longest, (byte) 0xFF);
        Object value = Formula.parse("bytes_to_int(message.data)")
                .evaluate(List.of(longest))
                .value();
        assertThat(value).isEqualTo(BigInteger.ONE.shiftLeft(4_095 * 8).subtract(BigInteger.ONE));
    }

    @Test
    void aSliceOutsideOfTheDataIsZeroAndIsReported() throws Exception {
        assertOutside("bytes_to_int(message.data[34:35])", true);
        assertOutside("bytes_to_int(message.data[3:])", true);
        assertOutside("bytes_to_int(message.data[34:36][0:1]) + 1", true);
        assertOutside("[bytes_to_int(message.data[9:])][0]", true);
    }

    @Test
    void aSliceInsideOrEmptyOnPurposeIsNotReported() throws Exception {
        assertOutside("bytes_to_int(message.data[1:3])", false);
        assertOutside("bytes_to_int(message.data[2:99])", false);
        assertOutside("bytes_to_int(message.data[1:1])", false);
        assertOutside("bytes_to_int(b'')", false);
        assertOutside("1 if 1 else bytes_to_int(message.data[34:35])", false);
    }

    private static void assertOutside(String formula, boolean outside) throws FormulaException {
        assertThat(Formula.parse(formula).evaluate(messages("7F2212")).pastEnd())
                .as(formula)
                .isEqualTo(outside);
    }

    @Test
    void aSingleIndexOutsideOfTheDataFails() {
        FormulaException e = failure("1 + message.data[14]", "7F2212");
        assertThat(e.kind()).isEqualTo(FormulaException.Kind.FAILED);
        assertThat(e.reason()).contains("index 14").contains("3 elements");
        assertThat(e.position()).isEqualTo(16);
    }

    @Test
    void textBytesListsAndNothingAreValuesToo() throws Exception {
        assertThat(value("message.data[3:].decode('ascii')", "62F190574241")).isEqualTo("WBA");
        assertThat(value("message.data[1:]", "62F190")).isEqualTo(new byte[] {(byte) 0xF1, (byte) 0x90});
        assertThat(value("[1, 2.5, 'x', None, (True,)]")).isEqualTo(Arrays.asList(1L, 2.5, "x", null, List.of(true)));
        assertThat((Map<?, ?>) value("{1: 'P', 'x': None}")).hasToString("{1=P, x=null}");
        assertThat(value("None")).isNull();
    }

    @Test
    void theGivenBytesAreNeitherChangedNorHandedOut() throws Exception {
        byte[] data = {1, 2, 3};
        byte[] result =
                (byte[]) Formula.parse("message.data").evaluate(List.of(data)).value();
        result[0] = 9;
        assertThat(data).containsExactly(1, 2, 3);
    }

    @Test
    void aQuotedFormulaIsItsText() throws Exception {
        assertThat(value("'bytes_to_int(message.data[32:33])'")).isEqualTo("bytes_to_int(message.data[32:33])");
    }

    @Test
    void oneFormulaServesManyThreads() throws Exception {
        Formula formula = Formula.parse("[x * 2 + sum([i for i in range(x)]) * 0 for x in message.data][1]");
        Thread[] threads = new Thread[4];
        boolean[] right = new boolean[threads.length];
        for (int t = 0; t < threads.length; t++) {
            int mine = t;
            threads[t] = new Thread(() -> right[mine] = alwaysTwice(formula, mine + 1));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(right).containsOnly(true);
    }

    private static boolean alwaysTwice(Formula formula, int number) {
        try {
            for (int i = 0; i < 2_000; i++) {
                if (!formula.evaluate(List.of(new byte[] {0, (byte) number}))
                        .value()
                        .equals(2L * number)) {
                    return false;
                }
            }
            return true;
        } catch (FormulaException e) {
            return false;
        }
    }
}
