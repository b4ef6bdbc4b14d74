/** Modules of the class path and of the agent: opened, closed and restarted when their settings change. */
package io.outrider.agent.runtime.modules;
