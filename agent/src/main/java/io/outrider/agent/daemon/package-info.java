/** The composition of the daemon: what is made, in which order, and how it is closed. */
package io.outrider.agent.daemon;
