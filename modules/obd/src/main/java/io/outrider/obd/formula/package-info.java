/**
 * The formulas that turn an answer into a value: a bounded expression language with the values of CPython 3.11.
 *
 * <p>On purpose different from Python: nothing can be changed, looked into or imported; characters outside of ASCII
 * stand in texts only; {@code is} compares None, booleans and small integers and is refused where the interpreter
 * decides; half characters (lone surrogates), complex numbers and functions are no values; a set is no result; the order of a
 * set is CPython's for integers only; the last bit of a power of floats is Java's.
 */
package io.outrider.obd.formula;
