/** {@code obd.query}: from what people write to what is asked, and from the answers to a reading. */
package io.outrider.obd.query;
