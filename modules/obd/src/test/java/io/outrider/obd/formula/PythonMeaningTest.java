package io.outrider.obd.formula;

import static io.outrider.obd.formula.FormulaAnswers.failure;
import static io.outrider.obd.formula.FormulaAnswers.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Python's deviations from other languages, without the need for python3. */
final class PythonMeaningTest {
    @Test
    void divisionIsTrueAndFloorDivisionRoundsDown() throws Exception {
        assertThat(value("7 / 2")).isEqualTo(3.5);
        assertThat(value("4 / 2")).isEqualTo(2.0);
        assertThat(value("-7 // 2")).isEqualTo(-4L);
        assertThat(value("-7 % 3")).isEqualTo(2L);
        assertThat(value("7.5 % -2")).isEqualTo(-0.5);
    }

    @Test
    void largeIntegersDivideToTheNearestFloat() throws Exception {
        assertThat(value("(2**1000 + 1) / 2**1000")).isEqualTo(1.0);
        assertThat(value("9007199254740993 / 1")).isEqualTo(9007199254740992.0);
        assertThat(value("1 / 2**1074")).isEqualTo(Double.MIN_VALUE);
    }

    @Test
    void integersGrow() throws Exception {
        assertThat(value("9223372036854775807 + 1")).isEqualTo(BigInteger.TWO.pow(63));
        assertThat(value("1 << 40")).isEqualTo(1L << 40);
        assertThat(value("2 ** -1")).isEqualTo(0.5);
    }

    @Test
    void roundGoesToEvenAndRoundsTheExactBinaryValue() throws Exception {
        assertThat(value("round(2.5)")).isEqualTo(2L);
        assertThat(value("round(2.675, 2)")).isEqualTo(2.67);
        assertThat(value("round(1250, -2)")).isEqualTo(1200L);
    }

    @Test
    void andAndOrGiveAnOperand() throws Exception {
        assertThat(value("0 or 'x'")).isEqualTo("x");
        assertThat(value("1 and 0.0 and 1/0")).isEqualTo(0.0);
        assertThat(value("int(not 0 and 1)")).isEqualTo(1L);
    }

    @Test
    void comparisonsChain() throws Exception {
        assertThat(value("0 < 5 < 3")).isEqualTo(false);
        assertThat(value("1 == 1.0 == True")).isEqualTo(true);
        assertThat(value("2**53 + 1 == 2.0**53")).isEqualTo(false);
    }

    @Test
    void slicesNeverFail() throws Exception {
        assertThat(value("'abcdef'[-3:100]")).isEqualTo("def");
        assertThat(value("'abcdef'[::-2]")).isEqualTo("fdb");
        assertThat(value("'abc'[5:]")).isEqualTo("");
        assertThat(failure("'abc'[::0]").reason()).contains("step");
    }

    @Test
    void floatsPrintWithTheFewestDigits() throws Exception {
        assertThat(value("str(0.1 + 0.2)")).isEqualTo("0.30000000000000004");
        assertThat(value("str(1e16)")).isEqualTo("1e+16");
        assertThat(value("str(2e-3)")).isEqualTo("0.002");
        assertThat(value("[str(2.0**-44), str(5e-324)]")).isEqualTo(List.of("5.684341886080802e-14", "5e-324"));
    }

    @Test
    void bytesPrintAsPythonPrintsThem() throws Exception {
        assertThat(value("str(message.data)", "00274A")).isEqualTo("bytearray(b\"\\x00\\'J\")");
        assertThat(value("str(bytes(message.data))", "00274A")).isEqualTo("b\"\\x00'J\"");
    }

    @Test
    void aComprehensionSeesOnlyItsOwnVariables() throws Exception {
        assertThat(value("[b * 2 for b in message.data]", "0102")).isEqualTo(List.of(2L, 4L));
        FormulaException e = failure("[bytes_to_int(message.data[i:i+2]) for i in range(2)]", "0102");
        assertThat(e.reason()).contains("'bytes_to_int' cannot be seen inside a comprehension");
        assertThat(e.position()).isEqualTo(1);
        assertThat(value("[d[1] for d in [message.data]][0]", "0102")).isEqualTo(2L);
    }

    @Test
    void textsCountInCharacters() throws Exception {
        assertThat(value("len('\\U0001F600a')")).isEqualTo(2L);
        assertThat(value("'\\U0001F600a'[::-1]")).isEqualTo("a\uD83D\uDE00");
    }

    @Test
    void textsAreMadeOfNumbersWithoutFormats() throws Exception {
        assertThat(value("hex(message.data[0])[2:].zfill(2).upper()", "0A")).isEqualTo("0A");
        assertThat(value("str(round(message.data[0] / 3, 2)) + ' km'", "0A")).isEqualTo("3.33 km");
        assertThat(value("bin(5)[2:].zfill(8)")).isEqualTo("00000101");
    }
}
