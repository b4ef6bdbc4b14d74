/** Functions of the agent itself: the machine, its log, its settings, events and tests. */
package io.outrider.agent.builtin;
