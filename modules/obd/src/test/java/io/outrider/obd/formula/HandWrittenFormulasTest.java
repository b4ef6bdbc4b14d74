package io.outrider.obd.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparison with CPython of one formula per function, method and form. */
final class HandWrittenFormulasTest {
    private static final List<byte[]> MESSAGES = List.of(
            HexFormat.of().parseHex("620101FFF7E7FFBC16AE43080000000FCF09080808080800000B32"),
            HexFormat.of().parseHex("62F19057304C3030304130303030303030303030"));

    @Test
    void everyHandWrittenFormulaAgreesWithPython(@TempDir Path folder) throws Exception {
        assumeTrue(CPython.present(), "python3 3.11 is absent: nothing to compare with");
        List<CPython.Case> cases = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(getClass().getResourceAsStream("formulas.txt"), StandardCharsets.UTF_8))) {
            lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("##"))
                    .forEach(line -> cases.add(new CPython.Case(line.replace("⏎", "\n"), MESSAGES)));
        }
        List<String> python = CPython.evaluate(cases, folder);
        Differences differences = new Differences();
        for (int i = 0; i < cases.size(); i++) {
            differences.compare(cases.get(i), python.get(i));
        }
        assertThat(differences.found)
                .as("of %s formulas: %s", cases.size(), differences.counts)
                .isEmpty();
    }
}
