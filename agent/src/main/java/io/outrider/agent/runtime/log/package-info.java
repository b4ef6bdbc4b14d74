/** The log: to the journal, and its last lines in memory for {@code log.query}. Only this package knows Logback. */
package io.outrider.agent.runtime.log;
