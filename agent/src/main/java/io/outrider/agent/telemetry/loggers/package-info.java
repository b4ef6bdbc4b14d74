/**
 * Loggers: periodic, scheduled and event-driven calls of functions whose results become records.
 *
 * <ol>
 *   <li>Intervals never depend on the wall clock; only cron does.
 *   <li>No function is called while its module's gate is closed or a condition does not hold.
 *   <li>One call at a time for each module; intervals missed meanwhile are skipped.
 *   <li>The observer sees every reading before the filter.
 *   <li>No result or error of a function stops a logger for good without a reason in {@code logger.list}.
 * </ol>
 */
package io.outrider.agent.telemetry.loggers;
