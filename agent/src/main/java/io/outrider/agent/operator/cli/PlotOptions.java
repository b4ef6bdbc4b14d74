package io.outrider.agent.operator.cli;

import io.outrider.api.Failure;
import java.util.List;
import java.util.Set;

/** Options of {@code outrider plot}. */
final class PlotOptions {
    private static final int MAX_SERIES = 8;
    private static final String SERIES = "[a-z][a-z0-9_]*(\\.[A-Za-z0-9_]+)+";

    private final CommandOptions options;
    private final List<String> series;

    private PlotOptions(CommandOptions options) {
        this.options = options;
        this.series = options.words();
    }

    static PlotOptions of(List<String> words) throws Failure {
        PlotOptions options =
                new PlotOptions(CommandOptions.of(Set.of("--ascii"), Set.of("--seconds", "--poll"), Set.of(), words));
        options.check();
        return options;
    }

    private void check() throws Failure {
        if (series.isEmpty() || series.size() > MAX_SERIES) {
            throw bad("names 1 to " + MAX_SERIES + " series, such as obd.rpm or track.pos.sog");
        }
        for (String each : series) {
            if (each.startsWith("-")) {
                throw bad("there is no option " + each + "; outrider plot --help lists them");
            }
            if (!each.matches(SERIES)) {
                throw bad("'" + each + "' is no series such as obd.rpm or track.pos.sog");
            }
        }
        if (!(window() >= 1 && window() <= 86_400)) {
            throw bad("--seconds is from 1 to 86400");
        }
        if (options.has("--poll") && !(pollSeconds() >= 0.1 && pollSeconds() <= 3_600)) {
            throw bad("--poll is from 0.1 to 3600 seconds");
        }
        if (options.has("--poll") && !series.stream().allMatch(each -> each.matches("obd\\.[^.]+(\\.value)?"))) {
            throw bad("--poll asks obd.query, and so goes with series such as obd.rpm only");
        }
    }

    private static Failure bad(String sentence) {
        return new Failure(Failure.Actor.CALLER, "BAD_COMMAND", "plot: " + sentence);
    }

    List<String> series() {
        return series.stream().distinct().toList();
    }

    /** Seconds shown. */
    double window() throws Failure {
        Double given = OptionNumbers.seconds("--seconds", options.value("--seconds"));
        return given == null ? 60 : given;
    }

    /** Null without polling. */
    Double pollSeconds() throws Failure {
        return OptionNumbers.seconds("--poll", options.value("--poll"));
    }

    boolean ascii() {
        return options.has("--ascii");
    }
}
