/** Error codes of the agent. */
package io.outrider.agent.runtime.errors;
