/**
 * Upload of buffered records to a broker or an HTTPS server. A record leaves the buffer only when the receiver has
 * accepted it or rejected it for good.
 */
package io.outrider.agent.telemetry.upload;
