/**
 * The other end of the local API: what the command line asks the daemon through. It speaks to a socket itself, because
 * the JDK's clients take several times as long to load, and one of them sends a command twice when a connection breaks.
 */
package io.outrider.agent.operator.client;
