/**
 * The way in for people, scripts and containers on the unit: HTTP on loopback, with the paths that scripts written for
 * the incumbent know, and the same on a Unix socket beside the port. The HTTP server is of our own: those of the JDK and of
 * Apache's httpcore know neither a Unix socket nor which connection to close when there are too many, and tell errors in
 * pages with the names of Java's exceptions.
 *
 * <p>What holds: a call that lasts never keeps {@code /status} from answering; whoever is slow, silent or talks nonsense
 * loses its own connection and nothing else; no web page can reach this, neither by its own name for 127.0.0.1 nor
 * with a script.
 *
 * <p>The server cannot tell that a silent client has gone. So the job of a client that waits for the plain answer runs
 * to its end, and the job of one that takes it as {@code application/x-ndjson} is cancelled: it is sent an empty line
 * twice a second, and one of them fails.
 */
package io.outrider.agent.operator.api;
