package io.outrider.agent.fleet.enrolment;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;

/**
 * New key on P-256 with a request for its certificate (PKCS #10, RFC 2986), whose subject is empty: the service names the unit. Written
 * by hand, as the JDK has nothing public for it.
 */
record CertificateRequest(KeyPair key, String pem) {
    private static final int SEQUENCE = 0x30;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int ATTRIBUTES = 0xa0;

    /** {@code SEQUENCE { OBJECT IDENTIFIER ecdsa-with-SHA256 }}. */
    private static final byte[] ECDSA_WITH_SHA256 = {
        0x30, 0x0a, 0x06, 0x08, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02
    };

    static CertificateRequest make() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair key = generator.generateKeyPair();
            byte[] info = der(
                    SEQUENCE,
                    der(INTEGER, new byte[] {0}),
                    der(SEQUENCE),
                    key.getPublic().getEncoded(),
                    der(ATTRIBUTES));
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(key.getPrivate());
            signature.update(info);
            byte[] signed = der(SEQUENCE, info, ECDSA_WITH_SHA256, der(BIT_STRING, new byte[] {0}, signature.sign()));
            return new CertificateRequest(key, pem("CERTIFICATE REQUEST", signed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has P-256", e);
        }
    }

    static String pem(String name, byte[] der) {
        return "-----BEGIN " + name + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + name + "-----\n";
    }

    /** Element of at most 255 bytes. */
    private static byte[] der(int tag, byte[]... contents) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] each : contents) {
            content.writeBytes(each);
        }
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        if (content.size() > 0x7f) {
            element.write(0x81);
        }
        element.write(content.size());
        element.writeBytes(content.toByteArray());
        return element.toByteArray();
    }
}
