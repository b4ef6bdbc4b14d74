/** Module {@code docker.*}: containers of the unit, and releases that the fleet wants on it. */
package io.outrider.docker;
