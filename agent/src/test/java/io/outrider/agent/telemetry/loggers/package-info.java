/** The loggers by a clock of the tests' own; nothing in these tests waits, unless they say so. */
package io.outrider.agent.telemetry.loggers;
