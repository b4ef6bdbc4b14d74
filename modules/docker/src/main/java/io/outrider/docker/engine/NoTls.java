package io.outrider.docker.engine;

import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * TLS context for a client of Unix sockets, which wants one and never uses it. Those of Java load the providers of TLS with its
 * algorithms, which takes 2 MB.
 */
final class NoTls extends SSLContextSpi {
    private NoTls() {}

    static SSLContext context() {
        return new Context(new NoTls());
    }

    /** The constructor of the JDK's class is for subclasses. */
    private static final class Context extends SSLContext {
        Context(SSLContextSpi none) {
            super(none, null, "none");
        }
    }

    private static UnsupportedOperationException none() {
        return new UnsupportedOperationException("there is no TLS on Unix sockets");
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
        throw none();
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        throw none();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        throw none();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        throw none();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        throw none();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        throw none();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        throw none();
    }
}
