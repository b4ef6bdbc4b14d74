package io.outrider.bench.soak;

import java.util.function.Consumer;

/** How often something is to be done to units, and has been. Any thread. */
final class Count {
    /** No number is asked for. */
    static final Count AS_TIME_ALLOWS = new Count(0, "", 1, said -> {});

    private final int wanted;
    private final String deed;
    private final int every;
    private final Consumer<String> says;
    private final long begun = System.nanoTime();
    private int done; // guarded by this, as is the next
    private boolean givenUp;

    /**
     * @param wanted 0 if it is to be done as often as there is time for
     * @param every after so many it says how many
     */
    Count(int wanted, String deed, int every, Consumer<String> says) {
        this.wanted = wanted;
        this.deed = deed;
        this.every = every;
        this.says = says;
    }

    boolean isWanted() {
        return wanted > 0;
    }

    /** Counts this, if it is what is counted. */
    synchronized void did(String what) {
        if (isWanted() && what.equals(deed)) {
            done++;
            if (done % every == 0) {
                says.accept("%s: %d of %d after %d s"
                        .formatted(deed, done, wanted, (System.nanoTime() - begun) / 1_000_000_000));
            }
        }
    }

    /** Whether there is more to do. */
    synchronized boolean left() {
        return done < wanted && !givenUp;
    }

    /** One of those that do it cannot go on for a reason that decides the matter: the others end too. */
    synchronized void giveUp() {
        givenUp = true;
    }

    /** What is wrong with how often it was done; null if nothing is. */
    synchronized String complaint() {
        return done < wanted ? "%s: only %d of %d".formatted(deed, done, wanted) : null;
    }
}
