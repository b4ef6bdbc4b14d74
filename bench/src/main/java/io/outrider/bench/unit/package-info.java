/** A broker, the installed daemon and a simulated vehicle in one command, to try commands on. */
package io.outrider.bench.unit;
