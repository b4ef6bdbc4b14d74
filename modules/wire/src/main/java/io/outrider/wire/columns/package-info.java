/**
 * Records by column: what is alike stands together and is told once. One form for two places: MQTT, with unit and boot,
 * and the buffer's disk, with everything that a {@link io.outrider.wire.TelemetryRecord} knows. docs/telemetry.md
 * describes it so that others can read it.
 *
 * <p>What holds: rows come back identical as JSON and in their order; whatever is read, the worst that comes of it is an
 * {@link java.io.IOException}, in time and memory that {@link io.outrider.wire.columns.BatchLimits} bounds.
 */
package io.outrider.wire.columns;
