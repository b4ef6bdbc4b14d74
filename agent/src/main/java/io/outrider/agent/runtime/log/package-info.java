/** Log: to the journal, and its last lines in memory for {@code log.query}. Only this package uses Logback. */
package io.outrider.agent.runtime.log;
