package io.outrider.obd.formula;

import static io.outrider.obd.formula.FormulaAnswers.failure;
import static io.outrider.obd.formula.FormulaAnswers.messages;
import static io.outrider.obd.formula.FormulaException.Kind.NOT_UNDERSTOOD;
import static io.outrider.obd.formula.FormulaException.Kind.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    void whatReachesOutIsRefusedWhenTheFormulaIsParsed() {
        for (String formula : FORBIDDEN) {
            assertThatThrownBy(() -> Formula.parse(formula))
                    .as(formula)
                    .isInstanceOfSatisfying(
                            FormulaException.class, e -> assertThat(e.kind()).isEqualTo(REFUSED));
        }
    }

    @Test
    void aFormatTakesNoAttributeButData() {
        assertThat(failure("'{0.__class__}'.format(message)", "00").kind()).isEqualTo(REFUSED);
        assertThat(failure("'{m.data.__class__}'.format(m=message)", "00").kind())
                .isEqualTo(REFUSED);
    }

    @Test
    void theMessageNamesPlaceAndReason() {
        FormulaException e = failure("1 + eval('2')");
        assertThat(e.position()).isEqualTo(4);
        assertThat(e).hasMessage("'eval' is not allowed in a formula at column 5: 'eval('2')'");
    }

    @Test
    void aMisspeltNameIsFoundWithoutAMessage() {
        assertThatThrownBy(() -> Formula.parse("byte_to_int(message.data[3:4])"))
                .hasMessageContaining("'byte_to_int' is not known");
        assertThat(failure("(lambda: foo)()").reason()).contains("'foo' is not known");
    }

    @Test
    void whatIsNoExpressionIsNotUnderstood() {
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
                "é",
                "1\n+2",
                "f'{'",
                "1 if 2",
                "bytes_to_int（message.data）",
                "\u202e1+1")) {
            assertThat(failure(formula).kind()).as(formula).isEqualTo(NOT_UNDERSTOOD);
        }
    }

    @Test
    void resultsAReadingCannotCarryAreRefusedWithAHint() {
        assertThat(failure("bytes_to_int").reason()).contains("function").contains("call it");
        assertThat(failure("message", "00").reason()).contains(".data");
        assertThat(failure("range(3)").reason()).contains("list(");
        assertThat(failure("{1, 2}").reason()).contains("sorted(");
        assertThat(failure("[1, lambda: 0]").kind()).isEqualTo(REFUSED);
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
                "bytearray(10**10)",
                "sum(range(10**12))",
                "[i for i in range(10**10)]",
                "'%1000000000d' % 1",
                "f'{1:>1000000000}'",
                "'a'.center(10**10)",
                "(lambda f: f(f))(lambda f: f(f))",
                "pow(3, 2**60000, 2**60001 - 1)",
                "int('9' * 60000 * 2)",
                "[[[0] * 65536 for i in range(10000)] for j in range(10000)]",
                "('a' * 65000).count('a' * 32000 + 'b')",
                "(lambda f, n: f(f, [n, n]))(lambda f, n: f(f, [n, n]), 1)")) {
            long start = System.nanoTime();
            assertThat(failure(formula).kind()).as(formula).isEqualTo(REFUSED);
            assertThat((System.nanoTime() - start) / 1_000_000).as(formula).isLessThan(1_000);
        }
    }

    @Test
    void sharedPartsDoNotMultiplyWhenPrintedOrCompared() {
        String doubling = "(lambda f, n, x: f(f, n, x))(lambda f, n, x: f(f, n - 1, [x, x]) if n else %s, 30, 1)";
        assertThat(failure(doubling.formatted("x")).kind()).isEqualTo(REFUSED);
        assertThat(failure(doubling.formatted("len(str(x))")).kind()).isEqualTo(REFUSED);
        String tree = doubling.formatted("x");
        assertThat(failure(tree + " == " + tree).kind()).isEqualTo(REFUSED);
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
                    "(lambda x: ",
                    "1 + (",
                    "1 < (",
                    "x[")) {
                attempt(opening.repeat(levels) + "1", broken);
            }
            attempt("(".repeat(levels) + "1" + ")".repeat(levels), broken);
            attempt("message.data" + "[0:]".repeat(levels), broken);
            attempt("1 if 1 else ".repeat(levels) + "0", broken);
            attempt("(lambda x: ".repeat(levels) + "x" + ")(1)".repeat(levels), broken);
        }
        attempt(
                "(lambda f, n: f(f, n))(lambda f, n: [0, *map(lambda v: f(f, n - 1), [n])][1] if n else 1, 1000)",
                broken);
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
