package io.outrider.docker.registry;

import io.outrider.testkit.ThrowAwayCa;
import java.nio.file.Files;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;

/** Server sockets with the certificate of a test. */
final class TlsSockets {
    private TlsSockets() {}

    static SSLServerSocketFactory server(ThrowAwayCa.Pair pair) throws Exception {
        String pem = Files.readString(pair.key()).replaceAll("-----[A-Z ]+-----|\\s", "");
        var key = KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (var in = Files.newInputStream(pair.certificate())) {
            Certificate own = CertificateFactory.getInstance("X.509").generateCertificate(in);
            store.setKeyEntry("own", key, new char[0], new Certificate[] {own});
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context.getServerSocketFactory();
    }
}
