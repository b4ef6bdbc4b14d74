/** Tests of the functions {@code obd.*}, asked of a small car. */
package io.outrider.obd;
