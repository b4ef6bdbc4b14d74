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
 * Socket of one connection attempt, as a Paho network module. It sets TCP_NODELAY (else a publish of 8 KB takes 40 ms),
 * can be aborted from any thread in any state, and blocks reads until CONNECT is written: if the broker closes earlier,
 * one of Paho's threads would otherwise loop for ever.
 */
final class BrokerSocket implements NetworkModule {
    /** Limit of unwritten acknowledgements; only a broker that ignores the unit's receive maximum reaches it. */
    static final int MOST_UNWRITTEN = 1_000;

    private static final int PUBACK = 4;
    private static final int LONGEST_PUBACK = 8;

    private final BrokerAddress address;
    private final SSLContext tls;
    private final Duration timeout;
    private final Ticker ticker;
    private final LinkCounters counters;
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
     * @param longest payloads are truncated one byte beyond this; 0 for no limit
     */
    BrokerSocket(
            BrokerAddress address,
            SSLContext tls,
            Duration timeout,
            LinkCounters counters,
            Ticker ticker,
            int longest) {
        this.longest = longest;
        this.address = address;
        this.tls = tls;
        this.timeout = timeout;
        this.ticker = ticker;
        this.counters = counters;
    }

    @Override
    public void start() throws IOException {
        Socket connected = connect(InetAddress.getAllByName(address.host()));
        if (tls == null) {
            socket = connected;
            return;
        }
        SSLSocket secured = secured(tls, connected, address);
        secured.startHandshake();
        socket = secured;
    }

    /** TLS over a connected socket, before the handshake; closing it closes both. */
    static SSLSocket secured(SSLContext tls, Socket connected, BrokerAddress address) throws IOException {
        SSLSocket secured =
                (SSLSocket) tls.getSocketFactory().createSocket(connected, address.host(), address.port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        return secured;
    }

    /** Each address gets a share of the remaining time, so that one that does not respond does not hide the next. */
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
        raw = tls == null ? new Socket() : new HandshakeSocket();
        return raw;
    }

    /** Thread-safe; does not block: closing TLS would wait for a writer, so the underlying socket is closed. */
    synchronized void abort() {
        aborted = true;
        notifyAll();
        if (raw != null) {
            try {
                raw.close();
            } catch (IOException e) {
                // nothing left to close
            }
        }
    }

    /** Called before an acknowledgement is queued: Paho's queue is unbounded, so a long one blocks the reader. */
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
                : new PacketLimiter(all, address, e -> alert = e, PahoSession.maximumPacketSize(longest), longest + 1);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new Output(socket.getOutputStream());
    }

    @Override
    public void stop() {
        abort();
    }

    /** The broker's TLS alert, DISCONNECT or protocol violation that ended the connection; null if none. */
    IOException alert() {
        return alert;
    }

    @Override
    public String getServerURI() {
        return BrokerSocketFactory.URI;
    }

    /**
     * Socket that ignores write errors before the first read. A broker that refuses a certificate closes during the
     * handshake, and its alert with the reason is still readable; if it is not, the read fails.
     */
    private final class HandshakeSocket extends Socket {
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

        /** On a closed socket it would throw and end the reader before it reads the alert. */
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
                counters.received(n);
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
            counters.sent(length);
            written(bytes[offset] & 0xFF, length);
        }
    }
}
