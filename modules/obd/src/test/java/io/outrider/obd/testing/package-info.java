/** A small vehicle to ask: ECUs that give the answers they were told, on a bus inside the process. */
package io.outrider.obd.testing;
