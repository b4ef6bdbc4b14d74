/**
 * {@code power.*}: whether the vehicle is in use, sleep timers, and the sequence that puts the unit to sleep. A periodic task
 * drives all of it; only the sequence has a thread.
 */
package io.outrider.power;
