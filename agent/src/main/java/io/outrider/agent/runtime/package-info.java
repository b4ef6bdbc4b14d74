/** Foundations of the daemon: functions, settings, storage, clock, events, watchdog, log and process. */
package io.outrider.agent.runtime;
