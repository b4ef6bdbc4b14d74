/** Demo: the fleet service, a unit in a simulated vehicle, and lines that try every operation. */
package io.outrider.bench.demo;
