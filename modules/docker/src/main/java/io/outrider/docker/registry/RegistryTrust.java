package io.outrider.docker.registry;

import io.outrider.api.SmallFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Trust in the certificates of registries: the system's authorities and those of {@code certs.d}, as the engine has it. */
final class RegistryTrust {
    private static final int MOST_FILES = 50;

    private RegistryTrust() {}

    /** @param folder {@code /etc/docker/certs.d/HOST}, which need not exist */
    static SSLSocketFactory factory(Path folder) throws IOException {
        List<Path> files = files(folder);
        if (files.isEmpty()) {
            return (SSLSocketFactory) SSLSocketFactory.getDefault();
        }
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            int i = 0;
            for (TrustManager each : managers(null)) {
                for (X509Certificate known : ((X509TrustManager) each).getAcceptedIssuers()) {
                    store.setCertificateEntry("system" + i++, known);
                }
            }
            for (Path file : files) {
                var pem = new ByteArrayInputStream(SmallFile.read(file));
                for (var each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                    store.setCertificateEntry("own" + i++, each);
                }
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(store), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException("a file of " + folder + " is no PEM certificate", e);
        }
    }

    /** @param store null for the system's */
    private static TrustManager[] managers(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> each.toString().endsWith(".crt"))
                    .limit(MOST_FILES)
                    .toList();
        }
    }
}
