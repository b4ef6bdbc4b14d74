/** Tests of frames and buses; those tagged {@code vcan} need a kernel with CAN, see {@code bench/vm/test}. */
package io.outrider.can;
