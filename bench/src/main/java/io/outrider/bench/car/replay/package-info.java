/** Replay of answers recorded from real vehicles, frame by frame. */
package io.outrider.bench.car.replay;
