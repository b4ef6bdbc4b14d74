/** Error codes of the agent and the registry of all codes. */
package io.outrider.agent.runtime.errors;
