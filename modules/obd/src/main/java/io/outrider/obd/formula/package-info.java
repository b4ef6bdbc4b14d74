/**
 * Formula language: bounded expressions that turn an answer into a value, a part of Python's with the values of CPython
 * 3.11. {@code docs/formulas.md} lists all of it, what is refused and where it differs from Python.
 */
package io.outrider.obd.formula;
