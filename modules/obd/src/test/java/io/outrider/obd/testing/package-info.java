/** Simulated vehicle: ECUs with scripted answers on a virtual bus. */
package io.outrider.obd.testing;
