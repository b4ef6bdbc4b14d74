/** Tests of what people write, and of what is asked for it. */
package io.outrider.obd.query;
