/** Tests of the module {@code obd} with a simulated car. */
package io.outrider.obd;
