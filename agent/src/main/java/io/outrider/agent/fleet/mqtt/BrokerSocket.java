package io.outrider.agent.fleet.mqtt;

import io.outrider.api.Ticker;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.eclipse.paho.mqttv5.client.internal.NetworkModule;

/**
 * One attempt's connection, as Paho wants it. Beyond Paho's own it sets TCP_NODELAY (else a publish of 8 KB takes
 * 40 ms), can be ended from any thread in any state, and lets nothing be read before the CONNECT is written: a broker
 * that closes earlier would leave one of Paho's threads behind for ever, in a loop that waits for another to start.
 */
final class BrokerSocket implements NetworkModule {
    /** Acknowledgements that may wait to be written; only a broker that ignores the unit's receive maximum brings more. */
    static final int MOST_UNWRITTEN = 1_000;

    private static final int PUBACK = 4;
    private static final int LONGEST_PUBACK = 8;

    private final BrokerAddress address;
    private final SSLContext tls;
    private final Duration timeout;
    private final Ticker ticker;
    private final TrafficCounter traffic;
    private final int longest;
    private final CountDownLatch spoken = new CountDownLatch(1);
    private Socket raw;
    private boolean aborted;
    private int unwritten; // acknowledgements; guarded by this
    private volatile Socket socket;
    private volatile IOException alert;
    private volatile boolean heard;

    /**
     * @param tls null for none
     * @param timeout for all addresses of the broker's name together
     * @param longest payloads are cut one byte behind this; 0 for no limit
     */
    BrokerSocket(
            BrokerAddress address,
            SSLContext tls,
            Duration timeout,
            TrafficCounter traffic,
            Ticker ticker,
            int longest) {
        this.longest = longest;
        this.address = address;
        this.tls = tls;
        this.timeout = timeout;
        this.ticker = ticker;
        this.traffic = traffic;
    }

    @Override
    public void start() throws IOException {
        Socket connected = connect(InetAddress.getAllByName(address.host()));
        if (tls == null) {
            socket = connected;
            return;
        }
        SSLSocket secured =
                (SSLSocket) tls.getSocketFactory().createSocket(connected, address.host(), address.port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        socket = secured;
    }

    /** Each address has its share of the time that is left: one where nobody answers does not hide the next. */
    Socket connect(InetAddress... all) throws IOException {
        long deadline = ticker.nanos() + timeout.toNanos();
        IOException last = null;
        int left = all.length;
        for (InetAddress each : all) {
            long share = TimeUnit.NANOSECONDS.toMillis(deadline - ticker.nanos()) / left--;
            Socket next = fresh();
            try {
                next.setTcpNoDelay(true);
                next.connect(new InetSocketAddress(each, address.port()), Math.toIntExact(Math.max(1, share)));
                return next;
            } catch (IOException e) {
                next.close();
                last = e;
            }
        }
        throw last == null ? new IOException("no address") : last;
    }

    private synchronized Socket fresh() throws SocketException {
        if (aborted) {
            throw new SocketException("given up");
        }
        raw = tls == null ? new Socket() : new Patient();
        return raw;
    }

    /**
     * Ends the connection, or keeps it from coming about. Any thread; does not block: TLS would first wait for a writer
     * in order to say goodbye, so it is the socket below that is closed.
     */
    synchronized void abort() {
        aborted = true;
        notifyAll();
        if (raw != null) {
            try {
                raw.close();
            } catch (IOException e) {
                // nothing is left to close
            }
        }
    }

    /** An acknowledgement is going to be written. Paho's queue of them has no bound: the reader waits in its place. */
    synchronized void acknowledging() {
        unwritten++;
    }

    private synchronized void written(int first, int length) {
        if (first >> 4 == PUBACK && length <= LONGEST_PUBACK && unwritten > 0) {
            unwritten--;
            notifyAll();
        }
    }

    private synchronized void awaitWriter() throws InterruptedIOException {
        try {
            while (unwritten >= MOST_UNWRITTEN && !aborted) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException("given up");
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        InputStream all = new Input(socket.getInputStream());
        return longest == 0
                ? all
                : new PacketLimiter(all, address, e -> alert = e, PahoSession.announced(longest), longest + 1);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new Output(socket.getOutputStream());
    }

    @Override
    public void stop() {
        abort();
    }

    /** What the broker sent that ended the connection: an alert of TLS, a DISCONNECT or what is not allowed; or null. Any thread. */
    IOException alert() {
        return alert;
    }

    @Override
    public String getServerURI() {
        return BrokerSocketFactory.URI;
    }

    /**
     * Says nothing of a write that failed before the broker's first word. A broker that refuses a certificate closes
     * while the handshake is still being written, and its alert, which says why, is there to be read all the same; if
     * it is not, reading fails.
     */
    private final class Patient extends Socket {
        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    try {
                        out.write(bytes, offset, length);
                    } catch (IOException e) {
                        if (heard) {
                            throw e;
                        }
                    }
                }
            };
        }
    }

    private final class Input extends FilterInputStream {
        Input(InputStream in) {
            super(in);
        }

        /** Of a closed socket it would throw, and so end the reader as early as a read would. */
        @Override
        public int available() throws IOException {
            return spoken.getCount() > 0 ? 0 : super.available();
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                spoken.await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException("given up");
            }
            awaitWriter();
            int n;
            try {
                n = super.read(bytes, offset, length);
            } catch (SSLException e) {
                alert = e;
                throw e;
            }
            if (n > 0) {
                heard = true;
                traffic.received(n);
            }
            return n;
        }
    }

    private final class Output extends FilterOutputStream {
        Output(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int each) throws IOException {
            write(new byte[] {(byte) each}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            spoken.countDown();
            out.write(bytes, offset, length);
            traffic.sent(length);
            written(bytes[offset] & 0xFF, length);
        }
    }
}
