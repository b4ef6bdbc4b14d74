/** The daemon as it is installed, in a process of its own. */
package io.outrider.bench.daemon;
