/** Kills the daemon at every point of a job's life, over and over, and counts executions and returns. */
package io.outrider.bench.kill;
