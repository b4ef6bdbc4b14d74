/**
 * {@code gnss.*}: where the unit is, from gpsd or from a receiver's NMEA 0183. One thread reads while somebody asks, and
 * only then; whatever ends it (no receiver, unplugged, gpsd gone) is told to who asks, and the next question starts anew.
 */
package io.outrider.unit.gnss;
