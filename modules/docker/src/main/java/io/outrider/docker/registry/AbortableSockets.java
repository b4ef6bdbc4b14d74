package io.outrider.docker.registry;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.HashSet;
import java.util.Set;
import javax.net.ssl.SSLSocketFactory;

/** Factory of TLS sockets that another thread can abort: Java's client closes none while it connects or reads. */
final class AbortableSockets extends SSLSocketFactory {
    private final SSLSocketFactory tls;
    private final Set<Socket> open = new HashSet<>(); // the TCP connections below TLS; guarded by this

    AbortableSockets(SSLSocketFactory tls) {
        this.tls = tls;
    }

    synchronized void abort() {
        for (Socket each : open) {
            try {
                each.close();
            } catch (IOException e) {
                // it is closed nevertheless
            }
        }
        open.clear();
    }

    /** Plain; HttpsURLConnection connects it, and puts TLS over it by the next method. */
    @Override
    public synchronized Socket createSocket() {
        open.removeIf(Socket::isClosed);
        Socket socket = new Socket();
        open.add(socket);
        return socket;
    }

    @Override
    public Socket createSocket(Socket plain, String host, int port, boolean closesPlain) throws IOException {
        return tls.createSocket(plain, host, port, closesPlain);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return tls.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return tls.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw new SocketException("not supported");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        throw new SocketException("not supported");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        throw new SocketException("not supported");
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        throw new SocketException("not supported");
    }
}
