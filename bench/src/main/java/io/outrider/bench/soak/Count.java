package io.outrider.bench.soak;

import java.util.function.Consumer;

/** Counter of fault injections towards a wanted number. Any thread. */
final class Count {
    /** No wanted number. */
    static final Count AS_TIME_ALLOWS = new Count(0, "", 1, line -> {});

    private final int wanted;
    private final String action;
    private final int every;
    private final Consumer<String> reporter;
    private final long started = System.nanoTime();
    private int done; // guarded by this, like the next field
    private boolean givenUp;

    /**
     * @param wanted 0 for as many as time allows
     * @param every interval of progress reports
     */
    Count(int wanted, String action, int every, Consumer<String> reporter) {
        this.wanted = wanted;
        this.action = action;
        this.every = every;
        this.reporter = reporter;
    }

    boolean isWanted() {
        return wanted > 0;
    }

    /** Counts the action if it is the counted one. */
    synchronized void did(String what) {
        if (isWanted() && what.equals(action)) {
            done++;
            if (done % every == 0) {
                reporter.accept("%s: %d of %d after %d s"
                        .formatted(action, done, wanted, (System.nanoTime() - started) / 1_000_000_000));
            }
        }
    }

    /** True until the wanted number is reached or given up. */
    synchronized boolean left() {
        return done < wanted && !givenUp;
    }

    /** Ends all parallel runs after a decisive failure of one. */
    synchronized void giveUp() {
        givenUp = true;
    }

    /** Complaint about a number that was not reached; null if none. */
    synchronized String complaint() {
        return done < wanted ? "%s: only %d of %d".formatted(action, done, wanted) : null;
    }
}
