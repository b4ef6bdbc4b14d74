/** Doctor: checks of the unit on demand, those of modules and the agent's own. */
package io.outrider.agent.builtin.doctor;
