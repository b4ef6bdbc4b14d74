package io.outrider.bench.replay;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a run of {@link Replay} came to.
 *
 * @param lines as printed
 */
record Played(int code, List<String> lines) {
    static Played run(String... arguments) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int code = Replay.run(new PrintStream(printed, true, StandardCharsets.UTF_8), arguments);
        return new Played(code, printed.toString(StandardCharsets.UTF_8).lines().toList());
    }

    String last() {
        return lines.get(lines.size() - 1);
    }

    /** All but the last line. */
    List<String> differences() {
        return lines.subList(0, lines.size() - 1);
    }
}
