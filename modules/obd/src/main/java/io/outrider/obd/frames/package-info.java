/** Frames as they are: sending one, watching the bus, recording it and playing recordings back. */
package io.outrider.obd.frames;
