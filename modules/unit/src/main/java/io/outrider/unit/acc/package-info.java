/** {@code acc.*}: the accelerometer, by Linux' industrial I/O. */
package io.outrider.unit.acc;
