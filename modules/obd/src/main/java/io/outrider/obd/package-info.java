/** {@code obd.*}: questions to the vehicle's control units and what their answers mean. */
package io.outrider.obd;
