/**
 * The commands every vehicle with OBD understands (SAE J1979 / ISO 15031-5): a table of names, requests, decoders and
 * units, and pure functions that turn an answer into a value. Nothing here talks to a vehicle.
 */
package io.outrider.obd.standard;
