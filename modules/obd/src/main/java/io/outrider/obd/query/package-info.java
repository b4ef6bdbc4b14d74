/** {@code obd.query}: arguments, requests, decoding of answers, readings. */
package io.outrider.obd.query;
