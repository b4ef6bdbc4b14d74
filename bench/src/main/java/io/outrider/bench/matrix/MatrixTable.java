package io.outrider.bench.matrix;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Table of the results: a row for each step of a scenario, a column for each fault. */
final class MatrixTable {
    private static final int WIDTH = 38;

    private MatrixTable() {}

    /** @param points steps by scenario, in their order */
    static String text(Map<MatrixScenario, List<MatrixPoint>> points, List<MatrixResult> results) {
        StringBuilder text = new StringBuilder();
        points.forEach((scenario, steps) -> {
            text.append(left(scenario.text(), WIDTH + 3));
            for (MatrixFault fault : MatrixFault.values()) {
                text.append(left(fault.text(), 9));
            }
            text.append('\n');
            for (MatrixPoint step : steps) {
                text.append(String.format(Locale.ROOT, "%2d ", step.index())).append(left(step.text(), WIDTH));
                for (MatrixFault fault : MatrixFault.values()) {
                    text.append(left(cell(scenario, step, fault, results), 9));
                }
                text.append('\n');
            }
        });
        text.append("new, old: ended in all of the new or all of the old containers; -: the step has no such fault;")
                .append(" .: not run\n");
        return text.toString().replaceAll(" +\n", "\n");
    }

    private static String cell(
            MatrixScenario scenario, MatrixPoint step, MatrixFault fault, List<MatrixResult> results) {
        Optional<MatrixResult> result = results.stream()
                .filter(each -> each.of().scenario() == scenario
                        && each.of().fault() == fault
                        && each.of().point().index() == step.index())
                .findFirst();
        return result.map(each -> each.good() ? each.end() : "WRONG").orElse(fault.applies(step) ? "." : "-");
    }

    private static String left(String text, int width) {
        String cut = text.length() < width ? text : text.substring(0, width - 2) + "…";
        return cut + " ".repeat(width - cut.length());
    }
}
