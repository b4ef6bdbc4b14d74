/** Asks recorded questions through the real functions, and compares. */
package io.outrider.bench.replay;
