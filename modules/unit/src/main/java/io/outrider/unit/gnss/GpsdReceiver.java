package io.outrider.unit.gnss;

import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Connection settings of gpsd, which supports most receivers and shares them between programs. */
record GpsdReceiver(String host, int port) implements PositionReceiver {
    private static final int CONNECT_MILLIS = 2_000;

    /** Read time-out, after which the reader checks for close and idle. */
    private static final int SILENT_MILLIS = 5_000;

    @Override
    public String name() {
        return "gpsd at " + host + ":" + port;
    }

    @Override
    public PositionDecoder decoder() {
        return new Gpsd();
    }

    @Override
    public InputStream open() throws Failure {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            socket.setSoTimeout(SILENT_MILLIS);
            socket.getOutputStream()
                    .write("?WATCH={\"enable\":true,\"json\":true};\n".getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream();
        } catch (IOException e) {
            closeQuietly(socket);
            throw new Failure(
                    CommonErrors.NO_HARDWARE,
                    name() + " does not answer (" + IoReason.of(e)
                            + "): install and start gpsd, set [gnss] gpsd, or set [gnss] device to the receiver's own");
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // closed already
        }
    }
}
