/** Standard OBD commands (SAE J1979): their table, and pure functions that decode answers. */
package io.outrider.obd.standard;
