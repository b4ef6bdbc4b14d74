package io.outrider.obd.formula;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/formulas.md}, held against the language: it names every function, method and limit, and no other. */
final class FormulasManualTest {
    /** A name with the bracket of its call, in backquotes. */
    private static final Pattern CALL = Pattern.compile("`([\\w.]+)\\(");

    private static List<String> rows(String from, String to) throws Exception {
        String page = Files.readString(Path.of("../../docs/formulas.md"));
        int begin = page.indexOf("\n" + from + "\n");
        int end = page.indexOf("\n" + to + "\n", begin);
        assertThat(begin).as(from).isPositive();
        assertThat(end).as(to).isPositive();
        return page.substring(begin, end)
                .lines()
                .filter(line -> line.startsWith("| ") && line.contains("`"))
                .toList();
    }

    /** Of the first column. */
    private static Set<String> calls(List<String> rows) {
        Set<String> names = new TreeSet<>();
        for (String row : rows) {
            Matcher call = CALL.matcher(row.split(" \\| ")[0]);
            while (call.find()) {
                names.add(call.group(1));
            }
        }
        return names;
    }

    @Test
    void itNamesEveryFunctionAndNoOther() throws Exception {
        assertThat(calls(rows("## Functions", "## Methods"))).isEqualTo(new TreeSet<>(Builtins.ALL.keySet()));
    }

    @Test
    void itNamesEveryMethodAndNoOther() throws Exception {
        assertThat(calls(rows("Of texts:", "Of bytes:"))).isEqualTo(new TreeSet<>(Methods.TEXT));
        assertThat(calls(rows("Of bytes:", "Of dictionaries:"))).isEqualTo(new TreeSet<>(Methods.BYTES));
        assertThat(calls(rows("Of dictionaries:", "## Limits"))).isEqualTo(new TreeSet<>(Methods.DICT));
    }

    @Test
    void itNamesEveryRefusedFunctionAndMethod() throws Exception {
        assertThat(calls(rows("## Not part of formulas", "## Differences from Python")))
                .containsAll(Refusals.FUNCTIONS.keySet())
                .containsAll(Refusals.METHODS.keySet());
    }

    @Test
    void itNamesEveryOperator() throws Exception {
        List<String> signs = new ArrayList<>();
        for (String row : rows("## Operators", "## Functions")) {
            String first = row.replace("<code>&#124;</code>", "`|`").split(" \\| ")[0];
            signs.addAll(List.of(first.replaceAll("[`,]", " ").split(" +")));
        }
        for (Operator operator : Operator.values()) {
            assertThat(signs).contains(operator.symbol);
        }
        for (Comparison comparison : Comparison.values()) {
            assertThat(signs).contains(comparison.symbol.split(" "));
        }
    }

    @Test
    void itNamesTheLimits() throws Exception {
        String page = Files.readString(Path.of("../../docs/formulas.md"));
        EvaluationLimits limits = EvaluationLimits.DEFAULT;
        assertThat(page)
                .contains(number(limits.textLength()) + " characters")
                .contains(number(limits.depth()) + " levels")
                .contains(number(limits.integerBits()) + " bits, and " + number(Repr.MOST_DIGITS) + " digits")
                .contains(number(limits.size()) + " elements")
                .contains(number(limits.steps()) + " steps")
                .contains(limits.time().toMillis() + " ms")
                .contains(Evaluation.MEMORY / (1 << 20) + " MiB")
                .contains(Evaluation.RESULT / (1 << 10) + " KiB");
    }

    private static String number(int value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
