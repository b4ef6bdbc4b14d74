/**
 * ISO-TP, the transport of diagnostics on CAN (ISO 15765-2:2016), in user space: segmentation, reassembly and flow
 * control over a {@link io.outrider.can.CanPort}.
 */
package io.outrider.can.isotp;
