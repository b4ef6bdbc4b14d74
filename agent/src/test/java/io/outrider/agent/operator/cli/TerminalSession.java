package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Command that runs until it is interrupted, as by Ctrl-C. */
final class TerminalSession implements AutoCloseable {
    private final StringWriter out = new StringWriter();
    private final AtomicInteger code = new AtomicInteger(-1);
    private final Thread thread;

    TerminalSession(DaemonConsole console, String... words) {
        thread = new Thread(() -> code.set(console.run(out, words)), "session");
        thread.start();
    }

    String out() {
        return out.toString();
    }

    /** Last page drawn. */
    String page() {
        return out().substring(Math.max(0, out().lastIndexOf("\033[H")));
    }

    void awaitOut(String text) {
        await(() -> out().contains(text));
    }

    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    /** Interrupts the command and returns the exit code; the daemon must have ended, as reads from it are not interruptible. */
    int end() {
        thread.interrupt();
        await(() -> !thread.isAlive());
        return code.get();
    }

    @Override
    public void close() {
        end();
    }
}
