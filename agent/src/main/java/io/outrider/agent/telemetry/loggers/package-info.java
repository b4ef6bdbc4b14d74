/**
 * Calls functions of the unit again and again, and makes records of what they return.
 *
 * <ol>
 *   <li>Intervals never depend on the wall clock; only cron does.
 *   <li>While the module's gate is closed or a condition does not hold, nothing is called.
 *   <li>One call at a time for each module; what was missed meanwhile is skipped.
 *   <li>Everything that was read is shown to the observations before the filter.
 *   <li>Nothing that a function returns or throws stops a logger for good without a reason that {@code logger.list}
 *       tells.
 * </ol>
 */
package io.outrider.agent.telemetry.loggers;
