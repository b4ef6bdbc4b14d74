package io.outrider.agent.operator.cli;

import io.outrider.api.Failure;
import java.util.List;
import java.util.Set;

/** Options of {@code outrider plot}; {@code pollSeconds} is null without polling. */
record PlotOptions(List<String> series, double window, Double pollSeconds, boolean ascii) {
    private static final int MAX_SERIES = 8;
    private static final String SERIES = "[a-z][a-z0-9_]*(\\.[A-Za-z0-9_]+)+";

    static PlotOptions of(List<String> words) throws Failure {
        CommandOptions options = CommandOptions.of(Set.of("--ascii"), Set.of("--seconds", "--poll"), Set.of(), words);
        List<String> series = options.words();
        require(
                !series.isEmpty() && series.size() <= MAX_SERIES,
                "names 1 to " + MAX_SERIES + " series, such as obd.rpm or track.pos.sog");
        for (String each : series) {
            require(!each.startsWith("-"), "there is no option " + each + "; outrider plot --help lists them");
            require(each.matches(SERIES), "'" + each + "' is no series such as obd.rpm or track.pos.sog");
        }
        Double seconds = options.seconds("--seconds");
        double window = seconds == null ? 60 : seconds;
        require(window >= 1 && window <= 86_400, "--seconds is from 1 to 86400");
        Double poll = options.seconds("--poll");
        if (poll != null) {
            require(poll >= 0.1 && poll <= 3_600, "--poll is from 0.1 to 3600 seconds");
            require(
                    series.stream().allMatch(each -> each.matches("obd\\.[^.]+(\\.value)?")),
                    "--poll asks obd.query, and so goes with series such as obd.rpm only");
        }
        return new PlotOptions(series.stream().distinct().toList(), window, poll, options.has("--ascii"));
    }

    private static void require(boolean valid, String sentence) throws Failure {
        if (!valid) {
            throw CommandOptions.bad("plot: " + sentence);
        }
    }
}
