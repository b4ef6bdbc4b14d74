package io.outrider.bench.soak;

/** A part could not get going, and says nothing about the unit: its message is the reason. */
final class Skipped extends Exception {
    private static final long serialVersionUID = 1;

    Skipped(String reason) {
        super(reason);
    }
}
