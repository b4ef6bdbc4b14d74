package io.outrider.bench.soak;

/** Receiver of a unit's records. */
interface RecordReceiver extends AutoCloseable {
    /** Lines of the unit's settings that direct its upload here. */
    String settings();

    @Override
    void close();
}
