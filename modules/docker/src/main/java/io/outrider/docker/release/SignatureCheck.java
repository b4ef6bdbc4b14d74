package io.outrider.docker.release;

import io.outrider.api.Excerpt;
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
import java.security.SignatureException;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Check of the Ed25519 signature of a project with the public keys of the owner's folder. Without {@code require_signature} a
 * signature counts only if the unit has its key. The keys are read each time.
 */
final class SignatureCheck {
    private static final Pattern KEY_NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]{0,63}");

    /** ASN.1 before the 32 bytes of an Ed25519 key, RFC 8410. */
    private static final String ENCODED = "302a300506032b6570032100";

    private static final int RAW_BYTES = 32;
    private static final int MOST_BYTES = 4096;

    private final Path folder;
    private final boolean required;

    SignatureCheck(Path folder, boolean required) {
        this.folder = folder;
        this.required = required;
    }

    /** @param canonical the project without its signature */
    void check(DocumentValue project, byte[] canonical) throws Failure {
        DocumentValue signature = project.member("signature").as(DockerErrors.SIGNATURE_WRONG);
        if (signature.absent()) {
            if (required) {
                throw project.failure(
                        DockerErrors.SIGNATURE_MISSING,
                        "is not signed; require_signature in [releases] wants a signature by a key of " + folder);
            }
            return;
        }
        DocumentValue key = signature.required("key");
        String name = key.text(KEY_NAME, "must be the name of a key");
        Path file = folder.resolve(name + ".pub");
        file = Files.exists(file) ? file : folder.resolve(name + ".pem");
        if (!Files.exists(file)) {
            if (required) {
                throw key.invalid("the unit has no key " + Excerpt.ofWord(name) + " in " + folder);
            }
            return;
        }
        if (!matches(publicKey(key, file), canonical, bytes(signature.required("value")))) {
            throw signature.invalid("does not match the release; sign it as it is, over its canonical JSON");
        }
    }

    private static byte[] bytes(DocumentValue value) throws Failure {
        try {
            return Base64.getDecoder().decode(value.text());
        } catch (IllegalArgumentException e) {
            throw value.invalid("must be base64");
        }
    }

    private static PublicKey publicKey(DocumentValue key, Path file) throws Failure {
        try {
            String text = new String(SmallFile.read(file, MOST_BYTES), StandardCharsets.US_ASCII);
            String base64 = text.replaceAll("-----[A-Z ]+-----|\\s", "");
            String hex = HexFormat.of().formatHex(Base64.getDecoder().decode(base64));
            String encoded = hex.length() == 2 * RAW_BYTES ? ENCODED + hex : hex;
            return KeyFactory.getInstance("Ed25519")
                    .generatePublic(new X509EncodedKeySpec(HexFormat.of().parseHex(encoded)));
        } catch (IOException e) {
            throw key.invalid("the key " + file + " cannot be read: " + IoReason.of(e));
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw key.invalid("the file " + file + " is no Ed25519 public key in PEM or base64");
        }
    }

    private static boolean matches(PublicKey key, byte[] text, byte[] signature) throws Failure {
        try {
            Signature check = Signature.getInstance("Ed25519");
            check.initVerify(key);
            check.update(text);
            return check.verify(signature);
        } catch (SignatureException e) {
            return false; // no signature at all, such as one of another length
        } catch (GeneralSecurityException e) {
            throw Failure.fault("signature of a release", e);
        }
    }
}
