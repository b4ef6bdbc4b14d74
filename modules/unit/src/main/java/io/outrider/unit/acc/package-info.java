/** {@code acc.*}: accelerometer of Linux industrial I/O. */
package io.outrider.unit.acc;
