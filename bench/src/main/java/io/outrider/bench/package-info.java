/** What runs and judges the rest: a simulated vehicle, replay, measurements. */
package io.outrider.bench;
