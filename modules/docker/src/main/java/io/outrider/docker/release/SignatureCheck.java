package io.outrider.docker.release;

import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import io.outrider.docker.errors.DockerErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Check of the Ed25519 signature of a project with the public keys of the owner's folder, which are read each time.
 *
 * @param required false if a signature counts only when the unit has its key
 */
record SignatureCheck(Path folder, boolean required) {
    private static final Pattern KEY_NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]{0,63}");

    /** ASN.1 before the 32 bytes of an Ed25519 key, RFC 8410. */
    private static final String ENCODED = "302a300506032b6570032100";

    /** @param canonical the project without its signature */
    void check(DocumentValue project, byte[] canonical) throws Failure {
        DocumentValue signature = project.member("signature").as(DockerErrors.SIGNATURE_WRONG);
        if (signature.absent()) {
            if (required) {
                String sentence = "is not signed; require_signature in [releases] wants a signature by a key of ";
                throw project.failure(DockerErrors.SIGNATURE_MISSING, sentence + folder);
            }
            return;
        }
        DocumentValue key = signature.member("key");
        String name = key.text(KEY_NAME, "must be the name of a key");
        Path pem = folder.resolve(name + ".pem");
        Path file = Files.exists(pem) ? pem : folder.resolve(name + ".pub");
        if (!Files.exists(file) && required) {
            throw key.invalid("the unit has no key of this name in " + folder);
        } else if (Files.exists(file) && !matches(publicKey(key, file), canonical, signature.member("value"))) {
            throw signature.invalid("does not match the release; sign it as it is, over its canonical JSON");
        }
    }

    private static PublicKey publicKey(DocumentValue key, Path file) throws Failure {
        try {
            String text = new String(SmallFile.read(file), StandardCharsets.US_ASCII);
            byte[] bytes = Base64.getDecoder().decode(text.replaceAll("-----[A-Z ]+-----|\\s", ""));
            String encoded =
                    (bytes.length == 32 ? ENCODED : "") + HexFormat.of().formatHex(bytes);
            return KeyFactory.getInstance("Ed25519")
                    .generatePublic(new X509EncodedKeySpec(HexFormat.of().parseHex(encoded)));
        } catch (IOException e) {
            throw key.invalid("the key " + file + " cannot be read: " + IoReason.of(e));
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw key.invalid("the file " + file + " is no Ed25519 public key in PEM or base64");
        }
    }

    /** False too for a value that is no base64, or of another length. */
    private static boolean matches(PublicKey key, byte[] text, DocumentValue value) throws Failure {
        try {
            Signature check = Signature.getInstance("Ed25519");
            check.initVerify(key);
            check.update(text);
            return check.verify(Base64.getDecoder().decode(value.text()));
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            return false;
        }
    }
}
