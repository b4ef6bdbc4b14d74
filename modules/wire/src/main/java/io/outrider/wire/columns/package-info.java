/**
 * Columnar encoding of records: the values of one member stand together, and common ones are written once. It has two
 * uses: MQTT, with unit and boot, and the disk of the buffer, with all fields of a
 * {@link io.outrider.wire.TelemetryRecord}. docs/wire.md describes it for other readers.
 *
 * <p>Guarantees: rows come back identical as JSON and in their order; any input causes at worst an
 * {@link java.io.IOException}, in time and memory limited by {@link io.outrider.wire.columns.SizeBudget}.
 */
package io.outrider.wire.columns;
