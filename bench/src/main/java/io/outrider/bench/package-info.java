/** Test bench: simulated vehicle, replay, measurements. */
package io.outrider.bench;
