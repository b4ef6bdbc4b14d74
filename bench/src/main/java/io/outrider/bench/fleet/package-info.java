/** Units that speak the wire format and are nothing else: many of them stand for a fleet. */
package io.outrider.bench.fleet;
