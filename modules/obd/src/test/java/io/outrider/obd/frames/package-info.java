/** Tests of frames sent, watched, recorded and played. */
package io.outrider.obd.frames;
