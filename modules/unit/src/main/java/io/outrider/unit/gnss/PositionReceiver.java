package io.outrider.unit.gnss;

import io.outrider.api.Failure;
import java.io.IOException;
import java.io.InputStream;

/** Where positions come from. */
interface PositionReceiver {
    /** For people: {@code gpsd at localhost:2947}. */
    String name();

    /** A decoder that has heard nothing yet. */
    PositionDecoder decoder();

    /** @throws Failure if there is nothing to read from, saying what to do */
    Feed open() throws Failure;

    /** An open connection. */
    interface Feed extends AutoCloseable {
        /** A read may throw {@link java.net.SocketTimeoutException}, after which it may be tried again. */
        InputStream lines() throws IOException;

        /** From any thread; ends a read. */
        @Override
        void close();
    }
}
