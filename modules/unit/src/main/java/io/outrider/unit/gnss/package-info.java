/**
 * {@code gnss.*}: position from gpsd or from a receiver's NMEA 0183. A thread reads only while there are calls; calls
 * report the reason of its end (no receiver, unplugged, gpsd gone), and the next call starts a new thread.
 */
package io.outrider.unit.gnss;
