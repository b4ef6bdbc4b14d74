package io.outrider.bench.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * Options of the soak.
 *
 * @param minutes for all scenarios without a wanted number
 * @param kills number of kills; 0 for as many as time allows
 * @param cuts number of power cuts; 0 likewise
 * @param all true if a missing prerequisite counts as a failure
 * @param others words that are no options: names of scenarios, or mistakes
 */
record Options(int minutes, long seed, int kills, int cuts, boolean all, List<String> others) {
    private static final String NUMBER = "[1-9]\\d{0,3}";

    /** @param seed default */
    static Options of(String[] arguments, long seed) {
        Options told = new Options(5, seed, 0, 0, false, List.of());
        List<String> others = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            String next = i + 1 < arguments.length ? arguments[i + 1] : "";
            Options more = next.isEmpty() ? null : told.with(arguments[i], next);
            if (more != null) {
                told = more;
                i++;
            } else if (arguments[i].equals("--all")) {
                told = new Options(told.minutes, told.seed, told.kills, told.cuts, true, List.of());
            } else {
                others.add(arguments[i]);
            }
        }
        return new Options(told.minutes, told.seed, told.kills, told.cuts, told.all, List.copyOf(others));
    }

    /** @return null for an unknown option or a bad value */
    private Options with(String option, String value) {
        if (option.equals("--seed") && value.matches("-?\\d{1,18}")) {
            return new Options(minutes, Long.parseLong(value), kills, cuts, all, others);
        }
        if (!value.matches(NUMBER)) {
            return null;
        }
        int number = Integer.parseInt(value);
        return switch (option) {
            case "--minutes" -> new Options(number, seed, kills, cuts, all, others);
            case "--kills" -> new Options(minutes, seed, number, cuts, all, others);
            case "--cuts" -> new Options(minutes, seed, kills, number, all, others);
            default -> null;
        };
    }
}
