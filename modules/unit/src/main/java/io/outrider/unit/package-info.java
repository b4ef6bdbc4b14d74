/**
 * Modules of the unit's own hardware, one package for each prefix of function names. Nothing is opened at start: a
 * function reports missing hardware, and the next call after it appeared finds it.
 */
package io.outrider.unit;
