package io.outrider.service.accounts;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.Semaphore;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Hash of a password: Argon2id with 2 passes and 1 lane (OWASP, Password Storage Cheat Sheet), as
 * {@code argon2id$MEMORY$PASSES$SALT$HASH}. At most two are computed at a time, which bounds their memory.
 */
public final class PasswordHash {
    /** Memory of a hash that OWASP recommends for two passes, in KiB. */
    public static final int MEMORY_KIB = 19 * 1024;

    private static final int PASSES = 2;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    private final Semaphore places = new Semaphore(2, true);
    private final SecureRandom random;
    private final int memoryKib;

    public PasswordHash(SecureRandom random, int memoryKib) {
        this.random = random;
        this.memoryKib = memoryKib;
    }

    public String of(String password) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return "argon2id$" + memoryKib + "$" + PASSES + "$" + base64(salt) + "$"
                + base64(hash(password, salt, memoryKib, PASSES));
    }

    /** @param stored of {@link #of}; null takes the same time and does not match */
    public boolean matches(String password, String stored) {
        if (stored == null) {
            hash(password, new byte[SALT_BYTES], memoryKib, PASSES);
            return false;
        }
        String[] parts = stored.split("\\$");
        byte[] salt = Base64.getDecoder().decode(parts[3]);
        byte[] expected = Base64.getDecoder().decode(parts[4]);
        return MessageDigest.isEqual(
                expected, hash(password, salt, Integer.parseInt(parts[1]), Integer.parseInt(parts[2])));
    }

    private byte[] hash(String password, byte[] salt, int memoryKib, int passes) {
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withMemoryAsKB(memoryKib)
                .withIterations(passes)
                .withParallelism(1)
                .withSalt(salt)
                .build());
        byte[] hash = new byte[HASH_BYTES];
        places.acquireUninterruptibly();
        try {
            generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
        } finally {
            places.release();
        }
        return hash;
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().withoutPadding().encodeToString(bytes);
    }
}
