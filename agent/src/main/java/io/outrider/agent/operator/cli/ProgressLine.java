package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;

/** Progress of a call on one line of a terminal, cleared before the result. */
final class ProgressLine {
    private static final String CLEAR_LINE = "\r\033[K";

    private final PrintWriter err;
    private final boolean terminal;
    private boolean shown;

    ProgressLine(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    void show(JsonNode progress) {
        if (terminal) {
            long total = progress.path("total").asLong();
            String count = progress.path("done").asLong() + (total > 0 ? "/" + total : "");
            String unit = progress.path("unit").asText();
            err.print(CLEAR_LINE
                    + Printer.oneLine(
                            count + " " + unit + "  " + progress.path("what").asText()));
            err.flush();
            shown = true;
        }
    }

    void clear() {
        if (shown) {
            err.print(CLEAR_LINE);
            err.flush();
            shown = false;
        }
    }
}
