/** Matrix of faults over the steps of releases, on a real container engine. */
package io.outrider.bench.matrix;
