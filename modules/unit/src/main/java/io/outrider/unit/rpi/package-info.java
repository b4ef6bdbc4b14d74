/** {@code rpi.*}: temperatures and serial number of a Raspberry Pi or another computer. */
package io.outrider.unit.rpi;
