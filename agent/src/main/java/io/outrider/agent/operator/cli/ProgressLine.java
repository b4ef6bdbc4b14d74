package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Locale;

/** Progress of a call on one line of a terminal, with a bar if its end is known, cleared before the result. */
final class ProgressLine {
    private static final String CLEAR_LINE = "\r\033[K";
    private static final int BAR_WIDTH = 20;
    private static final long MEGABYTE = 1_000_000;

    private final PrintWriter err;
    private final Terminal terminal;
    private int columns; // 0 before the first report
    private boolean shown;

    ProgressLine(PrintWriter err, Terminal terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    /** @param progress {@code {done, total, unit, what}} */
    void show(JsonNode progress) {
        if (terminal.err()) {
            columns = columns > 0 ? columns : terminal.size().get().columns();
            err.print(CLEAR_LINE + text(progress, columns - 1));
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

    /** @param width a longer line would wrap, and stay on the terminal */
    static String text(JsonNode progress, int width) {
        long total = Math.max(0, progress.path("total").asLong());
        long done = Math.max(0, progress.path("done").asLong());
        String bar = total > 0 ? bar((double) Math.min(done, total) / total) : "";
        String line =
                Printer.oneLine(bar + count(done, total, progress.path("unit").asText()) + "  "
                        + progress.path("what").asText());
        return line.codePointCount(0, line.length()) <= width
                ? line
                : line.substring(0, line.offsetByCodePoints(0, Math.max(0, width)));
    }

    private static String bar(double part) {
        int full = (int) (part * BAR_WIDTH);
        return "[" + "#".repeat(full) + ".".repeat(BAR_WIDTH - full) + "] " + (int) (part * 100) + " %  ";
    }

    private static String count(long done, long total, String unit) {
        if (unit.equals("bytes")) {
            return megabytes(done) + (total > 0 ? " of " + megabytes(total) : "") + " MB";
        }
        return done + (total > 0 ? "/" + total : "") + " " + unit;
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f", (double) bytes / MEGABYTE);
    }
}
