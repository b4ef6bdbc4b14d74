/** What every part of the daemon stands on: functions, settings, storage, clock, events, watchdog, log and process. */
package io.outrider.agent.runtime;
