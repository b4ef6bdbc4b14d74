package io.outrider.bench.matrix;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Options of the matrix.
 *
 * @param units that work beside each other
 * @param quick a part of the cases in which each step meets a fault
 * @param list prints the cases without running them
 * @param scenario null for all; so is the fault
 * @param step index of the step; negative for all
 * @param cuts power cuts instead of the cases; 0 for none
 */
record MatrixOptions(
        int units, boolean quick, boolean list, MatrixScenario scenario, MatrixFault fault, int step, int cuts) {
    private static final Set<String> FLAGS = Set.of("--quick", "--list");
    private static final Predicate<String> NOTHING = value -> false;
    private static final Map<String, Predicate<String>> VALUES = Map.of(
            "--quick", String::isEmpty,
            "--list", String::isEmpty,
            "--scenario", value -> MatrixScenario.of(value).isPresent(),
            "--fault", value -> MatrixFault.of(value).isPresent(),
            "--step", value -> value.matches("\\d{1,3}"),
            "--units", value -> value.matches("[1-8]"),
            "--power-cuts", value -> value.matches("[1-9]\\d{0,2}"));

    static final String USAGE = """
            usage: bench/matrix [--quick] [--units N] [--scenario NAME] [--fault NAME] [--step N] [--list] [--power-cuts N]
              --quick     a part of the cases: one fault at each step
              --units N   so many engines beside each other, 1 to 8 (default 2)
              --list      the cases, not run
              --power-cuts N  instead, so many power cuts of a virtual machine within an upgrade, each some minutes
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
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String option = arguments.get(i);
            String value = FLAGS.contains(option) ? "" : i + 1 < arguments.size() ? arguments.get(++i) : "";
            if (!VALUES.getOrDefault(option, NOTHING).test(value)) {
                throw new IllegalArgumentException("no option '" + (option + " " + value).strip() + "'");
            }
            values.put(option, value);
        }
        return new MatrixOptions(
                Integer.parseInt(values.getOrDefault("--units", "2")),
                values.containsKey("--quick"),
                values.containsKey("--list"),
                MatrixScenario.of(values.getOrDefault("--scenario", "")).orElse(null),
                MatrixFault.of(values.getOrDefault("--fault", "")).orElse(null),
                Integer.parseInt(values.getOrDefault("--step", "-1")),
                Integer.parseInt(values.getOrDefault("--power-cuts", "0")));
    }

    boolean wants(MatrixCase each) {
        return (scenario == null || each.scenario() == scenario)
                && (fault == null || each.fault() == fault)
                && (step < 0 || each.point().index() == step)
                && each.fault().applies(each.point())
                && (!quick || isQuick(each));
    }

    /** One fault for each step, another one from step to step. */
    private static boolean isQuick(MatrixCase each) {
        List<MatrixFault> faults = Arrays.stream(MatrixFault.values())
                .filter(fault -> fault.applies(each.point()))
                .toList();
        int index = each.point().index();
        int first = (index * 3 + each.scenario().ordinal() * 2) % faults.size();
        return faults.indexOf(each.fault()) == first;
    }
}
