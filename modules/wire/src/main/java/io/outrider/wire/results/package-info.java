/** Results of functions as the JSON that leaves the unit, bounded in bytes. */
package io.outrider.wire.results;
