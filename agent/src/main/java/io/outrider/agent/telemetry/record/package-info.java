/** Telemetry records: creation from results and events, sanitizing and hand-over to the buffer. */
package io.outrider.agent.telemetry.record;
