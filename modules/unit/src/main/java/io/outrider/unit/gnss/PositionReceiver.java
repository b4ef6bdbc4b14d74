package io.outrider.unit.gnss;

import io.outrider.api.Failure;
import java.io.InputStream;

/** Source of positions. */
interface PositionReceiver {
    /** Display name: {@code gpsd at localhost:2947}. */
    String name();

    PositionDecoder decoder();

    /**
     * Opens the stream of lines. A read may throw {@link java.net.SocketTimeoutException}, after which reading may
     * continue; any thread may close the stream, which ends a blocked read.
     */
    InputStream open() throws Failure;
}
