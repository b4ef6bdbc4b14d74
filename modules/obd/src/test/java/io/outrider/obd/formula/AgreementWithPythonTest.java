package io.outrider.obd.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparison of tens of thousands of random formulas with CPython, by value and type. */
@Tag("slow")
final class AgreementWithPythonTest {
    private static final int FORMULAS = 40_000;
    private static final long SEED = Long.getLong("formula.seed", 20261120L);

    @Test
    void grownFormulasAgreeWithPython(@TempDir Path folder) throws Exception {
        assumeTrue(CPython.present(), "python3 3.11 is absent: nothing to compare with");
        Random random = new Random(SEED);
        RandomFormulas formulas = new RandomFormulas(random);
        List<CPython.Case> cases = new ArrayList<>();
        for (int i = 0; i < FORMULAS; i++) {
            byte[] first = new byte[random.nextInt(12)];
            byte[] second = new byte[4 + random.nextInt(8)];
            random.nextBytes(first);
            random.nextBytes(second);
            cases.add(new CPython.Case(formulas.next(), List.of(first, second)));
        }
        List<String> python = CPython.evaluate(cases, folder);
        Differences differences = new Differences();
        for (int i = 0; i < cases.size(); i++) {
            differences.compare(cases.get(i), python.get(i));
        }
        System.out.println("formulas against CPython, seed " + SEED + ": " + differences.counts);
        assertThat(differences.found.stream().limit(40))
                .as("seed %s: %s", SEED, differences.counts)
                .isEmpty();
        assertThat(differences.counts.get("equal")).isGreaterThan(FORMULAS / 3);
    }
}
