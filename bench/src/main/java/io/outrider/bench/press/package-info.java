/** Load test of the installed daemon: every kind of input at its documented maximum, alone and together. */
package io.outrider.bench.press;
