/** Builtin functions: machine, log, settings, events and tests. */
package io.outrider.agent.builtin;
