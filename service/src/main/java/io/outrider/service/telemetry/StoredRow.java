package io.outrider.service.telemetry;

/**
 * Record to store.
 *
 * @param at microseconds since 1970
 * @param sequence with the run it identifies the record of a device
 * @param json the record as the unit sent it
 */
record StoredRow(String type, long at, long sequence, String json) {
    /** Heap that a row takes, roughly, in bytes. */
    static long bytes(String json) {
        return 200L + 2L * json.length();
    }
}
