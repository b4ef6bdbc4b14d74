/**
 * Client of the local API for the command line. It uses sockets directly, because the JDK's HTTP clients take several times
 * as long to load, and one of them repeats a command when a connection breaks.
 */
package io.outrider.agent.operator.client;
