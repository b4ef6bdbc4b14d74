/** Functions on raw frames: sending, monitoring, recording and replay. */
package io.outrider.obd.frames;
