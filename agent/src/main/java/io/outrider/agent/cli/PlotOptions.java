package io.outrider.agent.cli;

import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code outrider plot} takes. */
@Command(name = "outrider plot")
final class PlotOptions {
    private static final int MOST_SERIES = 8;
    private static final String SERIES = "[a-z][a-z0-9_]*(\\.[A-Za-z0-9_]+)+";

    @Option(names = "--seconds")
    private String seconds;

    @Option(names = "--poll")
    private String poll;

    @Option(names = "--ascii")
    private boolean ascii;

    @Parameters(arity = "0..*")
    private List<String> series = new ArrayList<>();

    private PlotOptions() {}

    static PlotOptions of(List<String> words) throws Failure {
        PlotOptions options = new PlotOptions();
        new picocli.CommandLine(options).setExpandAtFiles(false).parseArgs(words.toArray(String[]::new));
        options.check();
        return options;
    }

    private void check() throws Failure {
        if (series.isEmpty() || series.size() > MOST_SERIES) {
            throw bad("names 1 to " + MOST_SERIES + " series, such as obd.rpm or track.pos.sog");
        }
        for (String each : series) {
            if (!each.matches(SERIES)) {
                throw bad("'" + each + "' is no series such as obd.rpm or track.pos.sog");
            }
        }
        if (!(window() >= 1 && window() <= 86_400)) {
            throw bad("--seconds is from 1 to 86400");
        }
        if (poll != null && !(pollSeconds() >= 0.1 && pollSeconds() <= 3_600)) {
            throw bad("--poll is from 0.1 to 3600 seconds");
        }
        if (poll != null && !series.stream().allMatch(each -> each.matches("obd\\.[^.]+(\\.value)?"))) {
            throw bad("--poll asks obd.query, and so goes with series such as obd.rpm only");
        }
    }

    private static Failure bad(String sentence) {
        return new Failure(Failure.Actor.CALLER, "BAD_COMMAND", "plot: " + sentence);
    }

    List<String> series() {
        return series.stream().distinct().toList();
    }

    /** Seconds that are seen. */
    double window() throws Failure {
        Double given = Numbers.seconds("--seconds", seconds);
        return given == null ? 60 : given;
    }

    /** Null if nothing is to be asked for. */
    Double pollSeconds() throws Failure {
        return Numbers.seconds("--poll", poll);
    }

    boolean ascii() {
        return ascii;
    }
}
