/**
 * Local API for people, scripts and containers on the unit: HTTP on loopback, with the paths that scripts written for
 * AutoPi use, and the same on a Unix socket. The HTTP server is part of this package: those of the JDK and of Apache's
 * httpcore support neither Unix sockets nor a choice of the connection to close under load, and their error pages name
 * Java exceptions.
 *
 * <p>Guarantees: a long call does not delay {@code /status}; a slow, silent or invalid client loses only its own
 * connection; no web page can reach the API, neither by a name that resolves to 127.0.0.1 nor by script.
 *
 * <p>The server cannot detect that a silent client has gone. The job of a client that waits for the plain response
 * therefore runs to its end; that of a client that reads {@code application/x-ndjson} is cancelled, because it is sent
 * an empty line twice a second and one of these writes fails.
 */
package io.outrider.agent.operator.api;
