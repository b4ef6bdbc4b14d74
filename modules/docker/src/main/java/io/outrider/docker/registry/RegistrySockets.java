package io.outrider.docker.registry;

import io.outrider.api.SmallFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Factory of TLS sockets to a registry, which trusts the system's authorities and those of the engine's {@code certs.d}.
 * Another thread can abort the sockets, whereas Java's client closes none while it connects or reads.
 */
final class RegistrySockets extends SSLSocketFactory {
    private static final int MOST_FILES = 50;

    private SSLSocketFactory tls; // null until TLS is needed, which takes 2 MB; guarded by this
    private final Set<Socket> open = new HashSet<>(); // the connections below TLS; guarded by this

    /** @param folder {@code /etc/docker/certs.d/HOST}, which need not exist */
    RegistrySockets(Path folder) throws IOException {
        tls = Files.isDirectory(folder) ? trusting(folder) : null;
    }

    private static SSLSocketFactory trusting(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            int i = 0;
            for (X509Certificate each :
                    ((X509TrustManager) managers(null).getTrustManagers()[0]).getAcceptedIssuers()) {
                store.setCertificateEntry("" + i++, each);
            }
            List<Path> own = files.filter(each -> each.toString().endsWith(".crt"))
                    .limit(MOST_FILES)
                    .toList();
            for (Path file : own) {
                var pem = new ByteArrayInputStream(SmallFile.read(file));
                for (var each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                    store.setCertificateEntry("" + i++, each);
                }
            }
            return factory(store);
        } catch (GeneralSecurityException e) {
            throw new IOException("a file is no PEM certificate", e);
        }
    }

    /** @param store null for the system's; Java's default factory would keep its authorities in memory for good */
    private static SSLSocketFactory factory(KeyStore store) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers(store).getTrustManagers(), null);
        return context.getSocketFactory();
    }

    /** @param store null for the system's */
    private static TrustManagerFactory managers(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }

    synchronized void abort() {
        for (Socket each : open) {
            try {
                each.close();
            } catch (IOException e) {
                // it is closed nevertheless
            }
        }
    }

    /** Without TLS; HttpsURLConnection connects it, and calls the next method with it. */
    @Override
    public synchronized Socket createSocket() {
        open.removeIf(Socket::isClosed);
        Socket socket = new Socket();
        open.add(socket);
        return socket;
    }

    @Override
    public Socket createSocket(Socket connected, String host, int port, boolean closesIt) throws IOException {
        return tls().createSocket(connected, host, port, closesIt);
    }

    private synchronized SSLSocketFactory tls() throws IOException {
        try {
            tls = tls == null ? factory(null) : tls;
            return tls;
        } catch (GeneralSecurityException e) {
            throw new IOException("the system's authorities cannot be read", e);
        }
    }

    // the others are not used

    @Override
    public String[] getDefaultCipherSuites() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
        throw new UnsupportedOperationException();
    }
}
