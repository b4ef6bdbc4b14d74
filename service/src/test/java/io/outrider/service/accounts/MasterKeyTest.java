package io.outrider.service.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Key file, encryption of stored secrets, and password hashes. */
class MasterKeyTest {
    private final SecureRandom random = new SecureRandom();

    @TempDir
    Path folder;

    @Test
    void theFileIsMadeOnceForItsOwnerAlone() throws Exception {
        Path file = folder.resolve("service.key");
        MasterKey key = MasterKey.ofFile(file, random);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(MasterKey.ofFile(file, random).decrypted(key.encrypted("token")))
                .contains("token");
        assertThat(Files.list(folder)).hasSize(1);
    }

    @Test
    void aDamagedFileIsNotReplaced() throws Exception {
        Path file = Files.writeString(folder.resolve("service.key"), "half");
        assertThatThrownBy(() -> MasterKey.ofFile(file, random)).hasMessageContaining("is no key of this service");
        assertThat(file).hasContent("half");
    }

    @Test
    void damagedOrForeignSecretsAreNotDecrypted() {
        MasterKey key = new MasterKey(new byte[32], random);
        byte[] sealed = key.encrypted("token");
        byte[] other = new byte[32];
        other[0] = 1;
        assertThat(new MasterKey(other, random).decrypted(sealed)).isEmpty();
        sealed[sealed.length - 1] ^= 1;
        assertThat(key.decrypted(sealed)).isEmpty();
        assertThat(key.encrypted("token")).isNotEqualTo(key.encrypted("token"));
    }

    @Test
    void aPasswordMatchesItsHashOnly() {
        PasswordHash passwords = new PasswordHash(random, PasswordHash.MEMORY_KIB);
        String hash = passwords.of("correct horse");
        assertThat(hash).startsWith("argon2id$19456$2$").doesNotContain("horse");
        assertThat(passwords.matches("correct horse", hash)).isTrue();
        assertThat(passwords.matches("correct horsf", hash)).isFalse();
        assertThat(passwords.matches("correct horse", null)).isFalse();
    }
}
