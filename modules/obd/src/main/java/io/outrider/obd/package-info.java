/** {@code obd.*}: diagnostic requests to the vehicle's ECUs, and access to its bus. */
package io.outrider.obd;
