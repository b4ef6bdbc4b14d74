/** Telemetry, from readings to the upload: records, loggers, buffer and upload. */
package io.outrider.agent.telemetry;
