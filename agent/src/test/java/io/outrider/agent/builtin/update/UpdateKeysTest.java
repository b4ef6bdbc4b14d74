package io.outrider.agent.builtin.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signatures as OpenSSL makes them by the commands of docs/updates.md. */
class UpdateKeysTest {
    private static final String SHA256 = "0123456789abcdef".repeat(4);

    @TempDir
    Path config;

    private UpdateKeys keys;

    @BeforeEach
    void open() throws Exception {
        keys = new UpdateKeys(config);
        Files.createDirectory(config.resolve("update-keys.d"));
    }

    /** Makes a key pair and puts the public one into the folder. */
    private Path key(String name) throws Exception {
        Path secret = config.resolve(name + ".secret");
        openssl("genpkey", "-algorithm", "ed25519", "-out", secret.toString());
        String file = config.resolve("update-keys.d").resolve(name + ".pem").toString();
        openssl("pkey", "-in", secret.toString(), "-pubout", "-out", file);
        return secret;
    }

    private String sign(Path secret, String sha256) throws Exception {
        Path text = config.resolve("text");
        Files.writeString(text, "outrider-update sha256=" + sha256);
        Path signature = config.resolve("signature");
        openssl(
                "pkeyutl",
                "-sign",
                "-inkey",
                secret.toString(),
                "-rawin",
                "-in",
                text.toString(),
                "-out",
                signature.toString());
        return Base64.getEncoder().encodeToString(Files.readAllBytes(signature));
    }

    private static void openssl(String... arguments) throws Exception {
        String[] line = new String[arguments.length + 1];
        line[0] = "openssl";
        System.arraycopy(arguments, 0, line, 1, arguments.length);
        assertThat(new ProcessBuilder(line).inheritIO().start().waitFor()).isZero();
    }

    private void isRefused(String signature, String sentence) {
        assertThatThrownBy(() -> keys.check(SHA256, signature))
                .hasMessageContaining(sentence)
                .isInstanceOfSatisfying(
                        Failure.class, each -> assertThat(each.errorCode()).isEqualTo(AgentErrors.UPDATE_SIGNATURE));
    }

    @Test
    void aSignatureByAnyKeyOfTheFolderIsTaken() throws Exception {
        Path first = key("first");
        Path second = key("second");
        keys.check(SHA256, sign(first, SHA256));
        keys.check(SHA256, sign(second, SHA256));
    }

    @Test
    void aSignatureByAnotherKeyOrOfAnotherPackageIsRefused() throws Exception {
        Path secret = key("first");
        Path other = key("other");
        Files.delete(config.resolve("update-keys.d/other.pem"));
        isRefused(sign(other, SHA256), "by no key");
        isRefused(sign(secret, "f" + SHA256.substring(1)), "by no key");
        isRefused(Base64.getEncoder().encodeToString(new byte[64]), "by no key");
    }

    @Test
    void withAKeyEachPackageIsSignedWhateverUpdateConfSays() throws Exception {
        key("first");
        Files.writeString(config.resolve("update.conf"), "allow_unsigned=yes\n");
        isRefused(null, "add signature=");
    }

    @Test
    void withoutAKeyUpdateConfAllowsPackagesThatAreNotSigned() throws Exception {
        isRefused(null, "has no key");
        Path conf = config.resolve("update.conf");
        Files.writeString(conf, "# allow_unsigned=yes\nallow_unsigned=no\n");
        isRefused(null, "has no key");
        Files.writeString(conf, "# of the owner\nallow_unsigned=yes\n");
        assertThatCode(() -> keys.check(SHA256, null)).doesNotThrowAnyException();
        Files.delete(config.resolve("update-keys.d"));
        assertThatCode(() -> keys.check(SHA256, null)).doesNotThrowAnyException();
    }

    @Test
    void aFileThatIsNoKeyDoesNotSpoilTheOthers() throws Exception {
        Files.writeString(config.resolve("update-keys.d/a.pem"), "no key");
        Files.writeString(config.resolve("update-keys.d/README"), "text");
        isRefused(Base64.getEncoder().encodeToString(new byte[64]), "by no key");
        Path secret = key("b");
        keys.check(SHA256, sign(secret, SHA256));
    }
}
