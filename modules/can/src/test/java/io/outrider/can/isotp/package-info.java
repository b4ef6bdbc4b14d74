/** Tests of ISO-TP, against itself, against hand-made frames and against the kernel's own. */
package io.outrider.can.isotp;
