/** Readings until the fleet has them: records, loggers, buffer and upload. */
package io.outrider.agent.telemetry;
