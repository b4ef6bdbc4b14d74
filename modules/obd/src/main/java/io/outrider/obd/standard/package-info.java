/**
 * Standard OBD commands (SAE J1979 / ISO 15031-5): a table of names, requests, decoders and units, and pure functions
 * that decode answers. No access to the bus.
 */
package io.outrider.obd.standard;
