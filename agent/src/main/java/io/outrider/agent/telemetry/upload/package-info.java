/**
 * Brings records to whoever keeps them: a broker or an HTTPS server. Nothing is forgotten in the buffer before somebody
 * has said that they have it, or that they will never take it.
 */
package io.outrider.agent.telemetry.upload;
