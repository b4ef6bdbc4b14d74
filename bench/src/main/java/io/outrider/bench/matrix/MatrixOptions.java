package io.outrider.bench.matrix;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Options of the matrix.
 *
 * @param units that work beside each other
 * @param quick so many cases only that each step meets some faults and each fault is met in each scenario
 * @param list prints the cases without running them
 * @param scenario null for all; so is the fault
 * @param step index of the step; negative for all
 */
record MatrixOptions(int units, boolean quick, boolean list, MatrixScenario scenario, MatrixFault fault, int step) {
    static final String USAGE = """
            usage: bench/matrix [--quick] [--units N] [--scenario NAME] [--fault NAME] [--step N] [--list]
              --quick     a part of the cases, in at most two minutes
              --units N   so many engines beside each other, 1 to 8 (default 2)
              --list      the cases, not run
            scenarios:
            %s
            faults:
            %s""".formatted(
                    Arrays.stream(MatrixScenario.values())
                            .map(each -> line(each.text(), each.description()))
                            .collect(Collectors.joining("\n")),
                    Arrays.stream(MatrixFault.values())
                            .map(each -> line(each.text(), each.description()))
                            .collect(Collectors.joining("\n")));

    private static String line(String name, String description) {
        return "  %-9s %s".formatted(name, description);
    }

    /** @throws IllegalArgumentException with a sentence for the user */
    static MatrixOptions of(List<String> arguments) {
        MatrixOptions options = new MatrixOptions(2, false, false, null, null, -1);
        for (int i = 0; i < arguments.size(); i++) {
            String option = arguments.get(i);
            String value = i + 1 < arguments.size() ? arguments.get(i + 1) : "";
            boolean flag = option.equals("--quick") || option.equals("--list");
            options = flag ? options.withFlag(option) : options.with(option, value);
            i += flag ? 0 : 1;
        }
        return options;
    }

    private MatrixOptions withFlag(String option) {
        return option.equals("--quick")
                ? new MatrixOptions(units, true, list, scenario, fault, step)
                : new MatrixOptions(units, quick, true, scenario, fault, step);
    }

    private MatrixOptions with(String option, String value) {
        IllegalArgumentException wrong =
                new IllegalArgumentException("no option '" + option + (value.isEmpty() ? "" : " " + value) + "'");
        return switch (option) {
            case "--scenario" ->
                new MatrixOptions(units, quick, list, MatrixScenario.of(value).orElseThrow(() -> wrong), fault, step);
            case "--fault" ->
                new MatrixOptions(
                        units, quick, list, scenario, MatrixFault.of(value).orElseThrow(() -> wrong), step);
            case "--step" -> new MatrixOptions(units, quick, list, scenario, fault, number(value, "\\d{1,3}", wrong));
            case "--units" -> new MatrixOptions(number(value, "[1-8]", wrong), quick, list, scenario, fault, step);
            default -> throw wrong;
        };
    }

    private static int number(String value, String pattern, IllegalArgumentException wrong) {
        if (!value.matches(pattern)) {
            throw wrong;
        }
        return Integer.parseInt(value);
    }

    boolean wants(MatrixCase each) {
        return (scenario == null || each.scenario() == scenario)
                && (fault == null || each.fault() == fault)
                && (step < 0 || each.point().index() == step)
                && each.fault().applies(each.point())
                && (!quick || isQuick(each));
    }

    /** Two faults for each step, other ones from step to step. */
    private static boolean isQuick(MatrixCase each) {
        int first = (each.point().index() * 2 + each.scenario().ordinal()) % MatrixFault.values().length;
        int ordinal = each.fault().ordinal();
        return ordinal == first || ordinal == (first + 5) % MatrixFault.values().length;
    }
}
