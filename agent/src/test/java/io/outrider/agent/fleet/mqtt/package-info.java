/** The link against a real broker, and against networks and brokers that misbehave. */
package io.outrider.agent.fleet.mqtt;
