/** Tests of sending, monitoring, recording and replay. */
package io.outrider.obd.frames;
