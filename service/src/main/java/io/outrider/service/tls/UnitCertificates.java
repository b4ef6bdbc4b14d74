package io.outrider.service.tls;

import io.outrider.service.accounts.MasterKey;
import io.outrider.service.problem.Problem;
import java.io.IOException;
import java.io.StringReader;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.Arrays;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;

/**
 * Client certificates of units. The subject has the unit's id as its common name, and a digest of the enrolment's secret as its serial
 * number: a certificate ends with its enrolment, and nothing is kept about it.
 */
public record UnitCertificates(CertificateAuthority authority, Duration life) {
    private static final AlgorithmIdentifier P_256 =
            new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, X9ObjectIdentifiers.prime256v1);
    private static final int DIGEST_DIGITS = 32;

    /**
     * Certificate for the key of a request, whose subject does not count.
     *
     * @param secretHash of the unit's enrolment
     * @param request PKCS #10 in PEM, for a key on P-256 that has signed it
     * @return PEM
     * @throws Problem if the request is none of these
     */
    public String issue(String unitId, String secretHash, String request) {
        return authority.client(subject(unitId, secretHash), key(request), life);
    }

    /** True for a certificate of this unit and its present enrolment; the authority has been verified. */
    public static boolean isOf(X509Certificate certificate, String unitId, String secretHash) {
        try {
            return Arrays.equals(
                    certificate.getSubjectX500Principal().getEncoded(),
                    subject(unitId, secretHash).getEncoded());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static X500Name subject(String unitId, String secretHash) {
        return new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.CN, unitId)
                .addRDN(BCStyle.SERIALNUMBER, MasterKey.hash(secretHash).substring(0, DIGEST_DIGITS))
                .build();
    }

    private static SubjectPublicKeyInfo key(String pem) {
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            if (parser.readObject() instanceof PKCS10CertificationRequest request) {
                SubjectPublicKeyInfo info = request.getSubjectPublicKeyInfo();
                PublicKey key = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(info.getEncoded()));
                if (info.getAlgorithm().equals(P_256)
                        && request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key))) {
                    return info;
                }
            }
        } catch (Exception e) { // any malformed one
        }
        throw Problem.body(
                "certificate_request",
                "'certificate_request' is a PKCS #10 request in PEM, of a key on the curve P-256 that has signed it");
    }
}
