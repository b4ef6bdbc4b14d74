/** Measurements, each beside a yardstick from the same run. */
package io.outrider.bench.measure;
