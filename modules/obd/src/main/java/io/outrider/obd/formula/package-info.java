/**
 * Formulas that calculate a value from an answer: a bounded expression language with the values of CPython 3.11.
 *
 * <p>Intended differences from Python: no mutation, introspection or import; non-ASCII characters only in texts;
 * {@code is} compares None, booleans and small integers, and is refused where the result is an implementation detail;
 * lone surrogates, complex numbers and functions are no values; a set is no result; the order of a set is CPython's for
 * integers only; the last bit of a power of floats is Java's.
 */
package io.outrider.obd.formula;
