/** Replay of recorded queries and formulas through the real functions. */
package io.outrider.bench.replay;
