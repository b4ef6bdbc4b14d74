/** ISO-TP (ISO 15765-2:2016) in user space: segmentation, reassembly and flow control over a port. */
package io.outrider.can.isotp;
