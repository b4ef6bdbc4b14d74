package io.outrider.api;

/** Texts about internal faults of the program. */
public final class FaultText {
    /** Sentence for callers and people. */
    public static final String SENTENCE = "a fault in outrider; please report it with what the log has of it";

    /** End of a log line that has a stack trace. */
    public static final String LOG_SUFFIX =
            "; please report it to the developers of outrider, with this line and the stack trace below it";

    private FaultText() {}
}
