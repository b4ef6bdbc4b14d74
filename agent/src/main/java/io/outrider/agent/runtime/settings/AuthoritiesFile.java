package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.regex.Pattern;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** PEM file of certificates: trusted authorities, or the unit's own chain, also with its key. Any thread. */
public final class AuthoritiesFile {
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----[^-]*+-----END \\1-----");

    private AuthoritiesFile() {}

    public static byte[] read(Path file) throws Failure {
        try {
            return SmallFile.read(file);
        } catch (NoSuchFileException e) {
            throw failure("there is no file " + file, e);
        } catch (IOException e) {
            throw failure(
                    "cannot read " + file + " (" + IoReason.of(e) + "); name a PEM file, and check its owner and mode",
                    e);
        }
    }

    /** @throws Failure if there is no certificate */
    public static Collection<? extends Certificate> certificates(Path file, byte[] pem) throws Failure {
        try {
            byte[] withoutKeys = PRIVATE_KEY
                    .matcher(new String(pem, StandardCharsets.ISO_8859_1))
                    .replaceAll("")
                    .getBytes(StandardCharsets.ISO_8859_1);
            var all =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(withoutKeys));
            if (all.isEmpty()) {
                throw failure(file + " holds no PEM certificate", null);
            }
            return all;
        } catch (GeneralSecurityException e) {
            throw failure(file + " holds no PEM certificate", e);
        }
    }

    /** @param authorities null for Java's own */
    public static TrustManager[] trust(Collection<? extends Certificate> authorities)
            throws GeneralSecurityException, IOException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(authorities == null ? null : store(authorities));
        return factory.getTrustManagers();
    }

    private static KeyStore store(Collection<? extends Certificate> authorities)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        int i = 0;
        for (Certificate each : authorities) {
            store.setCertificateEntry("ca" + i++, each);
        }
        return store;
    }

    private static Failure failure(String sentence, Exception cause) {
        return new Failure(AgentErrors.BAD_CERTIFICATE_FILE, sentence, cause);
    }
}
