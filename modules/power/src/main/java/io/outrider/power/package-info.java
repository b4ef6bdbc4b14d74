/** {@code power.*}: use of the vehicle, sleep timers, and the sequence that puts the unit to sleep. */
package io.outrider.power;
