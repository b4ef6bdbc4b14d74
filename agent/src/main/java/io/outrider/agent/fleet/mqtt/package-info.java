/**
 * The unit's one MQTT 5 connection to the fleet's broker. Eclipse Paho speaks the protocol; everything around it that
 * has to hold for months is here, because Paho 1.2.5 is not maintained and fails in known ways.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>At most one connection is open: an attempt's socket is closed before the next attempt begins.
 *   <li>A Paho client serves one attempt and is thrown away, so that none of its state survives a connection.
 *   <li>Paho's threads only put events into a queue; everything else happens on the thread {@code link}.
 *   <li>The socket is ours: closing it is what ends a connection, whatever state Paho is in.
 *   <li>Each message taken by {@code publish} gets exactly one outcome.
 * </ol>
 */
package io.outrider.agent.fleet.mqtt;
