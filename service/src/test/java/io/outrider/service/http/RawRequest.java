package io.outrider.service.http;

import io.outrider.testkit.TimeoutFactor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Connection that sends bytes as they are, and reads what the server says until it ends the connection. */
final class RawRequest implements AutoCloseable {
    private final Socket socket = new Socket();
    private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    private volatile boolean hasEnded;

    RawRequest(int port) throws IOException {
        this(port, "127.0.0.1");
    }

    /** @param from this machine's address of the client; to the server each but its own is another machine */
    RawRequest(int port, String from) throws IOException {
        socket.bind(new java.net.InetSocketAddress(from, 0));
        socket.setReceiveBufferSize(4096); // before it connects, so that a client that reads nothing blocks the server
        socket.connect(new java.net.InetSocketAddress("127.0.0.1", port));
    }

    /** @return false if the server has closed the connection */
    boolean send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Sends characters 0 to 255 as bytes. */
    boolean send(String text) {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Reads the first byte of the answer, and leaves what comes behind it to the network. */
    void awaitAnswer() throws IOException {
        socket.setSoTimeout((int) TimeoutFactor.scaled(Duration.ofSeconds(20)).toMillis());
        answer.write(socket.getInputStream().read());
    }

    /** Reads so many bytes of the answer, or what has come of them. */
    void receive(int most) {
        byte[] some = new byte[most];
        try {
            socket.setSoTimeout(1);
            for (int left = most; left > 0; ) {
                int count = socket.getInputStream().read(some, 0, left);
                hasEnded = count < 0;
                answer.write(some, 0, Math.max(0, count));
                left -= hasEnded ? left : count;
            }
        } catch (SocketTimeoutException e) {
            // no more has come
        } catch (IOException e) {
            hasEnded = true;
        }
    }

    /** True if {@link #receive} has read all that the server sends. */
    boolean hasEnded() {
        return hasEnded;
    }

    /** Reads until the server ends the connection, or is quiet so long. */
    String answer(Duration quiet) throws IOException {
        socket.setSoTimeout((int) quiet.toMillis());
        InputStream from = socket.getInputStream();
        try {
            byte[] some = new byte[4096];
            for (int count = from.read(some); count >= 0; count = from.read(some)) {
                answer.write(some, 0, count);
            }
            return text() + "<end>";
        } catch (SocketTimeoutException e) {
            return text() + "<open>";
        } catch (IOException e) { // reset, as the server closed while more was on the way
            return text() + "<end>";
        }
    }

    private String text() {
        return answer.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
