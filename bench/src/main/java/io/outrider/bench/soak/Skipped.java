package io.outrider.bench.soak;

/** Exception of an inconclusive scenario; its message is the reason. */
final class Skipped extends Exception {
    private static final long serialVersionUID = 1;

    Skipped(String reason) {
        super(reason);
    }
}
