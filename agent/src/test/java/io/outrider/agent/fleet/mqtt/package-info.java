/** Tests of the link with a real broker, and with misbehaving networks and brokers. */
package io.outrider.agent.fleet.mqtt;
