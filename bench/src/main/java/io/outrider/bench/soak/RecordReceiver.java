package io.outrider.bench.soak;

/** What takes a unit's records and answers for them. */
interface RecordReceiver extends AutoCloseable {
    /** Lines of the unit's settings that bring its records here. */
    String settings();

    @Override
    void close();
}
