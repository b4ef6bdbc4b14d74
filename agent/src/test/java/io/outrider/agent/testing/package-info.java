/**
 * Real counterparts for the agent's tests: a mosquitto broker, its command line clients, a certificate authority that
 * lives as long as the test, and a bad network between them.
 */
package io.outrider.agent.testing;
