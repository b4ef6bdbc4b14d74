/** Tests of the loggers, mostly in simulated time and without waiting. */
package io.outrider.agent.telemetry.loggers;
