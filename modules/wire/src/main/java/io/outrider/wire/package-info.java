/** Data exchanged with the fleet: commands, job events, returns, and batches of records. */
package io.outrider.wire;
