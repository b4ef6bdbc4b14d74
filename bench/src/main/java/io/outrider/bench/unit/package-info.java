/** Unit to try commands on: a broker, the installed daemon and a simulated vehicle. */
package io.outrider.bench.unit;
