package io.outrider.agent.operator.cli;

import io.outrider.agent.operator.client.LocalClient;
import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.functions.Printable;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.List;

/** Names of the series of the unit's loggers, for hints on a series without values. One thread. */
final class SeriesSources {
    /** Fits into 80 columns after a long name. */
    static final String NOTHING_YET = "nothing yet; try outrider stream, or --poll 1";

    private static final int MAX_NAMES = 3;

    private final LocalClient client;
    private List<String> names; // null until fetched

    SeriesSources(LocalClient client) {
        this.client = client;
    }

    String whyNothing(String series) {
        if (names == null) {
            names = ask();
        }
        return whyNothing(series, names);
    }

    static String whyNothing(String series, List<String> names) {
        if (names.isEmpty() || names.stream().anyMatch(name -> series.equals(name) || series.startsWith(name + "."))) {
            return NOTHING_YET;
        }
        String hint = DidYouMean.hint(series, names);
        if (!hint.isEmpty()) {
            return "no logger makes this" + hint;
        }
        String module = series.substring(0, series.indexOf('.') + 1);
        List<String> near =
                names.stream().filter(name -> name.startsWith(module)).toList();
        List<String> some =
                (near.isEmpty() ? names : near).stream().limit(MAX_NAMES).toList();
        return "no logger makes this; there is " + String.join(", ", some) + ": outrider logger.list";
    }

    private List<String> ask() {
        try {
            List<String> found = new ArrayList<>();
            client.call("logger.list")
                    .forEach(row -> found.add(Printable.text(row.path("name").asText())));
            return found;
        } catch (Failure e) {
            return List.of(); // a daemon without loggers
        }
    }
}
