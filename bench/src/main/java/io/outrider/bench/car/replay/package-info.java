/** Answers recorded from real vehicles, given again frame by frame. */
package io.outrider.bench.car.replay;
