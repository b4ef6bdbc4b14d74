/** Kill test: SIGKILL to the daemon at every point of a job's life, with executions and returns counted. */
package io.outrider.bench.kill;
