package io.outrider.obd.formula;

import static io.outrider.obd.formula.FormulaAnswers.failure;
import static io.outrider.obd.formula.FormulaAnswers.messages;
import static io.outrider.obd.formula.FormulaException.Kind.NOT_UNDERSTOOD;
import static io.outrider.obd.formula.FormulaException.Kind.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.testkit.TimeoutFactor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of refused formulas in every notation. */
final class RefusedFormulasTest {
    private static final List<String> FORBIDDEN = List.of(
            "__import__('os').system('id')",
            "''.__class__",
            "message.__dict__",
            "bytes_to_int.__globals__",
            "eval('1')",
            "exec('1')",
            "open('/etc/passwd')",
            "getattr(message, 'data')",
            "type(message)",
            "print(1)",
            "globals()",
            "object()",
            "message.data.clear()",
            "messages.pop()",
            "[].append(1)",
            "{}.update(a=1)",
            "f'{message.__class__}'",
            "(x for x in []).gi_frame",
            "__builtins__",
            "1 or eval('1')",
            "0 and message.data.clear()",
            "[x.__class__ for x in []]",
            "lambda: open('x')",
            "yield 1",
            "(message := 1)",
            "'{x.__class__}'.format_map({})");

    @Test
    void accessOutsideTheFormulaIsRefusedByTheParser() {
        for (String formula : FORBIDDEN) {
            assertThatThrownBy(() -> Formula.parse(formula))
                    .as(formula)
                    .isInstanceOfSatisfying(
                            FormulaException.class, e -> assertThat(e.kind()).isEqualTo(REFUSED));
        }
    }

    @Test
    void theMessageNamesPlaceAndReason() {
        FormulaException e = failure("1 + eval('2')");
        assertThat(e.position()).isEqualTo(4);
        assertThat(e).hasMessage("column 5, 'eval('2')': 'eval' is not allowed in a formula");
        assertThat(failure("1 is 2"))
                .hasMessage("column 3, 'is 2': 'is' of other values than None, True and False is not part of formulas;"
                        + " use ==");
        assertThat(failure("7 not in 8")).hasMessageStartingWith("column 3, 'not in 8': ");
        assertThat(failure("1 +")).hasMessageStartingWith("column 4, the end of the formula: ");
    }

    @Test
    void aMisspeltNameIsFoundWithoutAMessage() {
        assertThatThrownBy(() -> Formula.parse("byte_to_int(message.data[3:4])"))
                .hasMessageContaining("'byte_to_int' is not known");
        assertThat(failure("[foo for x in [1]]").reason()).contains("'foo' is not known");
        assertThat(failure("[foo(x) for x in [1]]").reason()).contains("'foo' is not known");
    }

    @Test
    void otherTextIsASyntaxError() {
        for (String formula : List.of(
                "",
                "(1",
                "1)",
                "1 +",
                "x = 1",
                "1 && 2",
                "0xGG",
                "08",
                "'open",
                "message.data[",
                "a?b:c",
                "1 2",
                "1 \\\n+ 2",
                "'a\\\nb'",
                "é",
                "1\n+2",
                "1 if 2",
                "bytes_to_int（message.data）",
                "\u202e1+1")) {
            assertThat(failure(formula).kind()).as(formula).isEqualTo(NOT_UNDERSTOOD);
        }
    }

    @Test
    void resultsAReadingCannotCarryAreRefusedWithAHint() {
        assertThat(failure("bytes_to_int").reason()).contains("function").contains("call it");
        assertThat(failure("[len]").reason()).contains("function").contains("call it");
        assertThat(failure("message", "00").reason()).contains(".data");
        assertThat(failure("range(3)").reason()).contains("list(");
        assertThat(failure("(x for x in [1])").reason()).contains("list(");
        assertThat(failure("1j").kind()).isEqualTo(REFUSED);
        assertThat(failure("...").kind()).isEqualTo(REFUSED);
    }

    @Test
    void tooMuchWorkIsRefusedBeforeItIsDone() {
        for (String formula : List.of(
                "9**9**9",
                "1 << 10**10",
                "'a' * 10**10",
                "[0] * 10**9",
                "bytes(10**10)",
                "sum(range(10**12))",
                "[i for i in range(10**10)]",
                "sum(1 for i in range(10**12))",
                "'a'.zfill(10**10)",
                "''.join('a' * 60000 for i in range(10**9))",
                "pow(3, 2**60000)",
                "int('9' * 60000 * 2)",
                "[[[0] * 65536 for i in range(10000)] for j in range(10000)]",
                "[('a' * 65000).replace('a' * 32000 + 'b', '') for i in range(1000)]",
                "[('a' * 32000 + 'b') in 'a' * 65000 for i in range(1000)]")) {
            long start = System.nanoTime();
            assertThat(failure(formula).kind()).as(formula).isEqualTo(REFUSED);
            assertThat((System.nanoTime() - start) / 1_000_000)
                    .as(formula)
                    .isLessThan(TimeoutFactor.scaledSeconds(1) * 1_000);
        }
    }

    @Test
    void sharedPartsDoNotMultiplyWhenPrintedOrCompared() {
        String tree = doubled("x30");
        assertThat(failure(tree).kind()).isEqualTo(REFUSED);
        assertThat(failure(doubled("len(str(x30))")).kind()).isEqualTo(REFUSED);
        assertThat(failure(tree + " == " + tree).kind()).isEqualTo(REFUSED);
    }

    /** A list of two references to a list of two references, thirty deep, and something made of it. */
    private static String doubled(String element) {
        StringBuilder text = new StringBuilder("[" + element + " for x0 in [1]");
        for (int i = 1; i <= 30; i++) {
            text.append(" for x%d in [[x%d, x%d]]".formatted(i, i - 1, i - 1));
        }
        return text.append("][0]").toString();
    }

    @Test
    void deepNestingIsRefusedOnASmallStack() throws Exception {
        List<String> broken = new ArrayList<>();
        Thread thread = new Thread(null, () -> nest(broken), "small stack", 512 * 1024);
        thread.start();
        thread.join();
        assertThat(broken).isEmpty();
    }

    private static void nest(List<String> broken) {
        for (int levels : new int[] {50, 63, 64, 100, 500}) {
            for (String opening : List.of(
                    "(",
                    "[",
                    "{",
                    "-",
                    "not ",
                    "~",
                    "2**",
                    "len([",
                    "lambda: ",
                    "1 if ",
                    "(1 if 1 else ",
                    "{1: ",
                    "[x for x in ",
                    "f(",
                    "sum(x for x in ",
                    "1 + (",
                    "1 < (",
                    "x[")) {
                attempt(opening.repeat(levels) + "1", broken);
            }
            attempt("(".repeat(levels) + "1" + ")".repeat(levels), broken);
            attempt("message.data" + "[0:]".repeat(levels), broken);
            attempt("1 if 1 else ".repeat(levels) + "0", broken);
            attempt("[" + "(x for x in ".repeat(levels) + "[1]" + ")".repeat(levels) + "]", broken);
            attempt("sum(" + "(x for x in ".repeat(levels) + "[1]" + ")".repeat(levels) + ")", broken);
        }
        StringBuilder chain = new StringBuilder("[sum(g120) for g0 in [[1]]");
        for (int i = 1; i <= 120; i++) {
            chain.append(" for g%d in [(-(-x) for x in g%d)]".formatted(i, i - 1));
        }
        attempt(chain.append("]").toString(), broken);
    }

    private static void attempt(String text, List<String> broken) {
        try {
            Formula.parse(text).evaluate(messages("6201"));
        } catch (FormulaException expected) {
            assertThat(expected.reason()).isNotEmpty();
        } catch (StackOverflowError | RuntimeException e) {
            broken.add(e + ": " + text);
        }
    }

    @Test
    void longChainsOfOneKindAreNoNesting() throws Exception {
        assertThat(FormulaAnswers.value("1" + "+1".repeat(1_500))).isEqualTo(1_501L);
        assertThat(FormulaAnswers.value("0" + " or 0".repeat(800) + " or 3")).isEqualTo(3L);
        assertThat(FormulaAnswers.value("'a' if 0 else ".repeat(250) + "'z'")).isEqualTo("z");
    }

    @Test
    void limitsAreTheCallersToSet() {
        EvaluationLimits tight = new EvaluationLimits(40, 4, 64, 8, 10, Duration.ofMillis(5));
        for (String formula : List.of("1".repeat(41), "((((((1))))))", "2**70", "'a' * 9", "sum(range(20))")) {
            assertThatThrownBy(() -> Formula.parse(formula, tight).evaluate(messages("00")))
                    .as(formula)
                    .isInstanceOf(FormulaException.class);
        }
        assertThatThrownBy(() -> new EvaluationLimits(0, 1, 64, 1, 1, Duration.ofMillis(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
