/**
 * An ECU's side of ISO-TP (ISO 15765-2:2016), written apart from the agent's own so that one checks the other. Nothing
 * here waits or reads a clock: frames and the time go in, frames come out.
 */
package io.outrider.bench.car.wire;
