package io.outrider.bench.soak;

/** Hears what the ledger hears, and judges more of it. The ledger calls it, one call at a time. */
interface LedgerListener {
    /** Hears nothing. */
    LedgerListener DEAF = new LedgerListener() {};

    /** These numbers are about to be posted. */
    default void posting(int lane, int from, int to) {}

    /** They were, however it went. */
    default void posted(int lane, int from, int to) {}

    /** A number that may arrive has, for the first time. */
    default void arrived(int lane, int number, Row row) {}

    /** A loss that makes sense was told, for the first time. */
    default void lost(Row row) {}
}
