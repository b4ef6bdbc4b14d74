package io.outrider.agent.builtin.update;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Public Ed25519 keys of the owner, one of which has to have signed a package: {@code update-keys.d/*.pem}, read each time.
 * Root's part checks the same again.
 *
 * @param config folder with the keys and {@code update.conf}
 */
record UpdateKeys(Path config) {
    private static final Logger LOG = LoggerFactory.getLogger(UpdateKeys.class);
    private static final int MOST = 10_000; // bytes of a key

    /** Text that is signed, which has the digest and is no other text that the same key may sign. */
    static byte[] signedText(String sha256) {
        return ("outrider-update sha256=" + sha256).getBytes(StandardCharsets.US_ASCII);
    }

    /** @param signature Base64, or null */
    void check(String sha256, String signature) throws Failure {
        Path folder = config.resolve("update-keys.d");
        try {
            List<Path> keys = keys(folder);
            if (keys.isEmpty()) {
                UpdatePolicy policy = new UpdatePolicy(config);
                if (!policy.allows("unsigned")) {
                    throw new Failure(
                            AgentErrors.UPDATE_SIGNATURE,
                            "the unit has no key in " + folder + ": put one there, or allow_unsigned=yes into "
                                    + policy.file());
                }
                return;
            }
            if (signature == null) {
                throw new Failure(AgentErrors.UPDATE_SIGNATURE, "the unit takes signed packages only: add signature=");
            }
            byte[] signed = Base64.getDecoder().decode(signature);
            for (Path key : keys) {
                if (matches(key, signedText(sha256), signed)) {
                    return;
                }
            }
            throw new Failure(
                    AgentErrors.UPDATE_SIGNATURE,
                    "the signature is by no key of " + folder + ": sign the text that docs/updates.md shows");
        } catch (IOException e) {
            throw new Failure(
                    Failure.Actor.OPERATOR,
                    AgentErrors.UPDATE_SIGNATURE,
                    folder + " and update.conf beside it cannot be read: " + IoReason.of(e),
                    e);
        }
    }

    private static List<Path> keys(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.toString().endsWith(".pem"))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    private static boolean matches(Path file, byte[] text, byte[] signature) throws IOException {
        try {
            String pem = new String(SmallFile.read(file, MOST), StandardCharsets.US_ASCII);
            byte[] key = Base64.getDecoder().decode(pem.replaceAll("-----[A-Z ]+-----|\\s", ""));
            PublicKey publicKey = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(key));
            Signature check = Signature.getInstance("Ed25519");
            check.initVerify(publicKey);
            check.update(text);
            return check.verify(signature);
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            LOG.debug("signature is not by the key {}", file);
            return false;
        }
    }
}
