/** The installed daemon as a unit in a process of its own, with its vehicle and clients. */
package io.outrider.bench.daemon;
