/** Formats that leave the process: commands, job events, returns, and batches of records. */
package io.outrider.wire;
