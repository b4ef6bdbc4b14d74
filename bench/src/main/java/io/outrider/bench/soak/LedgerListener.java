package io.outrider.bench.soak;

/** Listener to the ledger's events, called serially. */
interface LedgerListener {
    /** Ignores all events. */
    LedgerListener NONE = new LedgerListener() {};

    /** Before these numbers are posted. */
    default void posting(int producer, int from, int to) {}

    /** After the request, whatever its result. */
    default void posted(int producer, int from, int to) {}

    /** First arrival of a valid number. */
    default void arrived(int producer, int number, Row row) {}

    /** First report of a valid loss. */
    default void lost(Row row) {}
}
