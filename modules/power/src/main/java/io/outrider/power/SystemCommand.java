package io.outrider.power;

import io.outrider.api.Ticker;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Program of the system, run without a shell, without input and with its output discarded. */
record SystemCommand(List<String> argv) {
    private static final long POLL_MILLIS = 50;
    private static final Set<String> INHERITED = Set.of("PATH", "LANG", "LC_ALL", "TZ");

    static SystemCommand of(List<String> template, int interval) {
        return new SystemCommand(template.stream()
                .map(word -> word.replace("{interval}", Integer.toString(interval)))
                .toList());
    }

    /**
     * Runs it to its end, or kills it at the limit; returns what went wrong, empty text if it ended with 0. It goes on after an
     * interrupt, as the daemon is often stopped because of it.
     */
    String run(long limitNanos, Ticker awake) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(argv)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        builder.environment().keySet().retainAll(INHERITED);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return argv.get(0) + " cannot be started; see that it exists and may be run";
        }
        long start = awake.nanos();
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            if (awake.nanos() - start > limitNanos) {
                process.destroyForcibly();
                return argv.get(0) + " did not end within " + TimeUnit.NANOSECONDS.toSeconds(limitNanos) + " s";
            }
        }
        int code = process.exitValue();
        return code == 0 ? "" : argv.get(0) + " ended with " + code + "; run it by hand to see why";
    }
}
