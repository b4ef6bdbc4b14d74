package io.outrider.bench.replay;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Result of a run of {@link Replay}.
 *
 * @param lines printed lines
 */
record ReplayRun(int code, List<String> lines) {
    static ReplayRun run(String... arguments) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int code = Replay.run(new PrintStream(printed, true, StandardCharsets.UTF_8), arguments);
        return new ReplayRun(
                code, printed.toString(StandardCharsets.UTF_8).lines().toList());
    }

    String last() {
        return lines.get(lines.size() - 1);
    }

    /** Printed differences: all lines but the last. */
    List<String> differences() {
        return lines.subList(0, lines.size() - 1);
    }
}
