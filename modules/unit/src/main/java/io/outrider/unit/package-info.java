/**
 * The unit's own hardware, one package for each prefix of function names. Nothing is opened at start: what is missing is
 * told by the function that needs it, and found by the next call after it appeared.
 */
package io.outrider.unit;
