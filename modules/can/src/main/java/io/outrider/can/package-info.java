/** CAN frames and buses: one contract for the kernel's SocketCAN and for a bus inside the process. */
package io.outrider.can;
