package io.outrider.agent.operator.cli;

import java.io.PrintWriter;
import java.util.List;

/** Alternate screen of the terminal; closing restores the normal screen and the cursor. Any thread. */
final class AlternateScreen implements AutoCloseable {
    private static final String OPEN = "\033[?1049h\033[?25l\033[2J";
    private static final String CLOSE = "\033[?25h\033[?1049l";
    private static final String HOME = "\033[H";
    private static final String CLEAR_REST_OF_LINE = "\033[K";
    private static final String CLEAR_BELOW = "\033[J";

    private final PrintWriter out;
    private boolean closed;

    AlternateScreen(PrintWriter out) {
        this.out = out;
        out.print(OPEN);
        out.flush();
    }

    /** @param lines must fit the screen, as more would scroll */
    synchronized void show(List<String> lines) {
        if (!closed) {
            out.print(HOME + String.join(CLEAR_REST_OF_LINE + "\n", lines) + CLEAR_REST_OF_LINE + CLEAR_BELOW);
            out.flush();
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            out.print(CLOSE);
            out.flush();
        }
    }
}
