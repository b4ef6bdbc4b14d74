/** Demo: a simulated vehicle, the agent and live values. */
package io.outrider.bench.demo;
