package io.outrider.agent.fleet.mqtt;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trust manager that decides as another one does, and keeps the certificates of the broker also where it refuses them. */
final class RecordingTrust extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager trust;
    private volatile List<X509Certificate> chain = List.of();

    RecordingTrust(X509ExtendedTrustManager trust) {
        this.trust = trust;
    }

    /** Certificates that the broker has sent, its own first; none before. */
    List<X509Certificate> chain() {
        return chain;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] sent, String kind, Socket socket) throws CertificateException {
        chain = List.of(sent);
        trust.checkServerTrusted(sent, kind, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] sent, String kind, SSLEngine engine) throws CertificateException {
        chain = List.of(sent);
        trust.checkServerTrusted(sent, kind, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] sent, String kind) throws CertificateException {
        chain = List.of(sent);
        trust.checkServerTrusted(sent, kind);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] sent, String kind, Socket socket) throws CertificateException {
        trust.checkClientTrusted(sent, kind, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] sent, String kind, SSLEngine engine) throws CertificateException {
        trust.checkClientTrusted(sent, kind, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] sent, String kind) throws CertificateException {
        trust.checkClientTrusted(sent, kind);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trust.getAcceptedIssuers();
    }
}
