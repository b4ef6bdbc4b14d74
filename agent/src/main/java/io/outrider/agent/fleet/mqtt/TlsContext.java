package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.settings.AuthoritiesFile;
import io.outrider.api.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** TLS context from PEM files, read anew for each attempt, as certificates are renewed while the agent runs. */
final class TlsContext {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final Pattern OTHER_KEY = Pattern.compile("-----BEGIN (EC|RSA|ENCRYPTED) PRIVATE KEY-----");
    private static final List<String> KINDS = List.of("EC", "RSA", "EdDSA");

    private TlsContext() {}

    static SSLContext context(LinkSettings settings) throws LinkFailure {
        return context(settings, settings.ca() == null ? null : trust(settings));
    }

    /** @param trust null for Java's own */
    static SSLContext context(LinkSettings settings, X509ExtendedTrustManager trust) throws LinkFailure {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(settings), trust == null ? null : new TrustManager[] {trust}, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new LinkFailure(
                    "[link] certificate and key do not fit together: name the key that the certificate was made for",
                    e);
        }
    }

    /** Trust in the authorities of the settings, or in Java's own. */
    static X509ExtendedTrustManager trust(LinkSettings settings) throws LinkFailure {
        try {
            TrustManager[] trust =
                    AuthoritiesFile.trust(settings.ca() == null ? null : certificates("ca", settings.ca()));
            return (X509ExtendedTrustManager) trust[0];
        } catch (GeneralSecurityException | IOException e) {
            throw new LinkFailure("[link] ca holds a certificate that Java cannot use: name another file", e);
        }
    }

    private static KeyManager[] keys(LinkSettings settings) throws LinkFailure, GeneralSecurityException, IOException {
        if (settings.key() == null) {
            return null;
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        Certificate[] chain =
                certificates("certificate", settings.certificate()).toArray(Certificate[]::new);
        store.setKeyEntry("unit", key(settings.key()), new char[0], chain);
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }

    static Collection<? extends Certificate> certificates(String setting, String file) throws LinkFailure {
        Path path = Path.of(file);
        try {
            return AuthoritiesFile.certificates(path, AuthoritiesFile.read(path));
        } catch (Failure e) {
            throw new LinkFailure("[link] " + setting + ": " + e.getMessage(), e);
        }
    }

    private static PrivateKey key(String file) throws LinkFailure, GeneralSecurityException {
        String pem = LinkFiles.secret("key", file);
        Matcher other = OTHER_KEY.matcher(pem);
        if (other.find()) {
            throw new LinkFailure("[link] key: " + file + " is " + other.group(1)
                    + " PRIVATE KEY, which Java cannot read: openssl pkcs8 -topk8 -nocrypt -in " + file
                    + " -out unit.key, and name the new file");
        }
        Matcher block = KEY.matcher(pem);
        if (!block.find()) {
            throw new LinkFailure("[link] key: " + file + " holds no PEM block PRIVATE KEY");
        }
        byte[] bytes = Base64.getMimeDecoder().decode(block.group(1));
        for (String kind : KINDS) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (InvalidKeySpecException e) {
                // another algorithm, or damaged
            }
        }
        throw new LinkFailure("[link] key: " + file + " is broken, or neither EC nor RSA nor Ed25519");
    }
}
