package io.outrider.unit.gnss;

import io.outrider.api.Failure;
import java.io.IOException;
import java.io.InputStream;

/** Source of positions. */
interface PositionReceiver {
    /** Display name: {@code gpsd at localhost:2947}. */
    String name();

    /** Creates a decoder for a new connection. */
    PositionDecoder decoder();

    /** @throws Failure with the remedy, if the receiver cannot be opened */
    Feed open() throws Failure;

    /** An open connection. */
    interface Feed extends AutoCloseable {
        /** A read may throw {@link java.net.SocketTimeoutException}, after which reading may continue. */
        InputStream lines() throws IOException;

        /** Any thread; ends a blocked read. */
        @Override
        void close();
    }
}
