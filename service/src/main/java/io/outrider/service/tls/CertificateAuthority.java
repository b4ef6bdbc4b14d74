package io.outrider.service.tls;

import io.outrider.service.accounts.MasterKey;
import io.outrider.service.database.Database;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jdbi.v3.core.Handle;

/**
 * Certificate authority of the service (RFC 5280), P-256. It is in the database, its key encrypted, so that all instances have the
 * same; the first one makes it.
 */
public final class CertificateAuthority {
    private static final Duration LIFE = Duration.ofDays(20 * 365);

    /** Time before now from which certificates are valid, for clocks that are behind. */
    private static final Duration SKEW = Duration.ofDays(1);

    private static final int SERIAL_BITS = 127;

    private final X509Certificate certificate;
    private final PrivateKey key;
    private final SecureRandom random;
    private final Clock clock;

    /** Key with its certificate and those above it, the authority's last. */
    public record CertifiedKey(PrivateKey key, List<X509Certificate> chain) {}

    private CertificateAuthority(X509Certificate certificate, PrivateKey key, SecureRandom random, Clock clock) {
        this.certificate = certificate;
        this.key = key;
        this.random = random;
        this.clock = clock;
    }

    /** Reads the authority of the database, or makes it. */
    public static CertificateAuthority open(Database database, MasterKey master, SecureRandom random, Clock clock) {
        record Row(String certificate, byte[] privateKey) {}
        try {
            Row stored = database.write().inTransaction(handle -> {
                insert(handle, master, random, clock.instant());
                String query = "SELECT certificate, private_key FROM authority WHERE id = 1";
                return Database.find(handle, Row.class, query).orElseThrow();
            });
            byte[] key = Base64.getDecoder()
                    .decode(master.decrypted(stored.privateKey())
                            .orElseThrow(
                                    () -> new IllegalStateException("the authority's key is not of this service.key")));
            return new CertificateAuthority(
                    (X509Certificate) CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(
                                    stored.certificate().getBytes(StandardCharsets.US_ASCII))),
                    KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)),
                    random,
                    clock);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the authority of the database cannot be used", e);
        }
    }

    private static void insert(Handle handle, MasterKey master, SecureRandom random, Instant now) {
        try {
            KeyPair pair = newKey();
            String key = Base64.getEncoder().encodeToString(pair.getPrivate().getEncoded());
            String sql = "INSERT INTO authority (id, certificate, private_key) VALUES (1, ?, ?) ON CONFLICT DO NOTHING";
            handle.execute(sql, pem(root(pair, random, now)), master.encrypted(key));
        } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyPair newKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static X509Certificate root(KeyPair pair, SecureRandom random, Instant now)
            throws GeneralSecurityException, IOException, OperatorCreationException {
        X500Name name = new X500Name("CN=Outrider fleet authority");
        X509v3CertificateBuilder builder = builder(name, name, info(pair), now, LIFE, random);
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        return signed(builder, pair.getPrivate());
    }

    private static X509v3CertificateBuilder builder(
            X500Name issuer,
            X500Name subject,
            SubjectPublicKeyInfo key,
            Instant now,
            Duration life,
            SecureRandom random) {
        return new X509v3CertificateBuilder(
                issuer,
                new BigInteger(SERIAL_BITS, random),
                Date.from(now.minus(SKEW)),
                Date.from(now.plus(life)),
                subject,
                key);
    }

    private static SubjectPublicKeyInfo info(KeyPair pair) {
        return SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded());
    }

    private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
            throws GeneralSecurityException, OperatorCreationException {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
    }

    static String pem(X509Certificate certificate) throws GeneralSecurityException {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }

    /** The authority's certificate, which clients trust. */
    public String pem() {
        try {
            return pem(certificate);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** New key of a server with these host names and addresses. */
    public CertifiedKey server(List<String> hosts, Duration life) {
        try {
            KeyPair pair = newKey();
            X509v3CertificateBuilder builder = builder(new X500Name("CN=Outrider fleet service"), info(pair), life);
            List<GeneralName> names = new ArrayList<>();
            hosts.forEach(each -> names.add(new GeneralName(
                    each.matches("[0-9.]+|.*:.*") ? GeneralName.iPAddress : GeneralName.dNSName, each)));
            builder.addExtension(
                    Extension.subjectAlternativeName, false, new GeneralNames(names.toArray(GeneralName[]::new)));
            builder.addExtension(
                    Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            return new CertifiedKey(pair.getPrivate(), List.of(signed(builder, key), certificate));
        } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Certificate of a client in PEM. */
    String client(X500Name subject, SubjectPublicKeyInfo key, Duration life) {
        try {
            X509v3CertificateBuilder builder = builder(subject, key, life);
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(
                    Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));
            return pem(signed(builder, this.key));
        } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private X509v3CertificateBuilder builder(X500Name subject, SubjectPublicKeyInfo key, Duration life) {
        X500Name issuer = new X500Name(certificate.getSubjectX500Principal().getName());
        return builder(issuer, subject, key, clock.instant(), life, random);
    }
}
