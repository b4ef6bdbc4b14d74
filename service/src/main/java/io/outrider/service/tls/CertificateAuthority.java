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
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
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

    private static final Set<ASN1ObjectIdentifier> CRITICAL = Set.of(Extension.basicConstraints, Extension.keyUsage);

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
        record Row(String certificate, byte[] key) {}
        try {
            Row stored = database.write().inTransaction(handle -> {
                insert(handle, master, random, clock);
                return handle.createQuery("SELECT certificate, private_key FROM authority WHERE id = 1")
                        .map((row, context) -> new Row(row.getString("certificate"), row.getBytes("private_key")))
                        .one();
            });
            byte[] key = Base64.getDecoder()
                    .decode(master.decrypted(stored.key())
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

    private static void insert(Handle handle, MasterKey master, SecureRandom random, Clock clock) {
        KeyPair pair = newKey();
        String key = Base64.getEncoder().encodeToString(pair.getPrivate().getEncoded());
        X509Certificate root = new CertificateAuthority(null, pair.getPrivate(), random, clock)
                .certificate(
                        new X500Name("CN=Outrider fleet authority"),
                        info(pair),
                        LIFE,
                        Map.of(
                                Extension.basicConstraints,
                                new BasicConstraints(0),
                                Extension.keyUsage,
                                new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign)));
        handle.execute(
                "INSERT INTO authority (id, certificate, private_key) VALUES (1, ?, ?) ON CONFLICT DO NOTHING",
                pem(root),
                master.encrypted(key));
    }

    private static KeyPair newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SubjectPublicKeyInfo info(KeyPair pair) {
        return SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded());
    }

    /** Signs a certificate; without one of its own, its own. */
    private X509Certificate certificate(
            X500Name subject,
            SubjectPublicKeyInfo info,
            Duration life,
            Map<ASN1ObjectIdentifier, ASN1Encodable> extensions) {
        Instant now = clock.instant();
        X509v3CertificateBuilder builder = new X509v3CertificateBuilder(
                certificate == null
                        ? subject
                        : new X500Name(certificate.getSubjectX500Principal().getName()),
                new BigInteger(SERIAL_BITS, random),
                Date.from(now.minus(SKEW)),
                Date.from(now.plus(life)),
                subject,
                info);
        try {
            for (var each : extensions.entrySet()) {
                builder.addExtension(each.getKey(), CRITICAL.contains(each.getKey()), each.getValue());
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
        } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem(X509Certificate certificate) {
        try {
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The authority's certificate, which clients trust. */
    public String pem() {
        return pem(certificate);
    }

    /** New key of a server with these host names and addresses. */
    public CertifiedKey server(List<String> hosts, Duration life) {
        KeyPair pair = newKey();
        GeneralName[] names = hosts.stream()
                .map(each -> new GeneralName(
                        each.matches("[0-9.]+|.*:.*") ? GeneralName.iPAddress : GeneralName.dNSName, each))
                .toArray(GeneralName[]::new);
        X509Certificate server = certificate(
                new X500Name("CN=Outrider fleet service"),
                info(pair),
                life,
                Map.of(
                        Extension.subjectAlternativeName,
                        new GeneralNames(names),
                        Extension.extendedKeyUsage,
                        new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth)));
        return new CertifiedKey(pair.getPrivate(), List.of(server, certificate));
    }

    /** Certificate of a client in PEM. */
    String client(X500Name subject, SubjectPublicKeyInfo info, Duration life) {
        return pem(certificate(
                subject,
                info,
                life,
                Map.of(
                        Extension.keyUsage,
                        new KeyUsage(KeyUsage.digitalSignature),
                        Extension.extendedKeyUsage,
                        new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth))));
    }
}
