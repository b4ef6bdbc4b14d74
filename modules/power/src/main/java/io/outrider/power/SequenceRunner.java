package io.outrider.power;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Runner of one sleep sequence at a time, on a thread of its own. Under the lock of its owner, but for {@link #end}. */
final class SequenceRunner {
    private static final long CLOSING_MILLIS = 5_000;

    private final Function<SleepRequest, SleepSequence> sequences;
    private SleepSequence running; // null if none is under way
    private SleepSequence last;
    private Thread thread;

    SequenceRunner(Function<SleepRequest, SleepSequence> sequences) {
        this.sequences = sequences;
    }

    /** Makes the thread of a sequence, which the caller starts. */
    Thread prepare(SleepRequest request) {
        running = sequences.apply(request);
        last = running;
        thread = new Thread(running, "power-sleep");
        thread.setDaemon(true);
        return thread;
    }

    SleepSequence running() {
        return running;
    }

    boolean isBusy() {
        return running != null;
    }

    boolean isForced() {
        return running != null && running.request().force();
    }

    void stop(String why) {
        if (running != null) {
            running.stop(why);
        }
    }

    void ended() {
        running = null;
    }

    /** Goal and steps of the present or last sequence; empty before it. */
    Map<String, Object> last() {
        if (last == null) {
            return Map.of();
        }
        String goal = last.request().goal().name().toLowerCase(Locale.ROOT);
        return Members.of("goal", goal, "cause", last.request().cause(), "steps", last.results());
    }

    Thread thread() {
        return thread;
    }

    /** Interrupts a thread and waits for its end, without the lock. */
    static void end(Thread thread) {
        if (thread != null) {
            thread.interrupt();
            try {
                thread.join(CLOSING_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
