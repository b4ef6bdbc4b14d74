/** Composition root of the daemon: construction, order of opening and closing. */
package io.outrider.agent.daemon;
