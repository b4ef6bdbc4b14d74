/** {@code rpi.*}: temperatures and serial number of the computer, a Raspberry Pi or another. */
package io.outrider.unit.rpi;
