/** Tests of ISO-TP against itself, hand-made frames and the kernel's implementation. */
package io.outrider.can.isotp;
