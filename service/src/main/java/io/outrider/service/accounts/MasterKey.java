package io.outrider.service.accounts;

import io.outrider.service.database.Database;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Secret of the service, 32 bytes in a file that only the service reads; the keys of session tokens and of stored secrets are
 * derived from it. All instances on one database need the same file.
 */
public final class MasterKey {
    private static final int BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final byte[] secret;
    private final SecureRandom random;

    public MasterKey(byte[] secret, SecureRandom random) {
        this.secret = secret.clone();
        this.random = random;
    }

    /** Reads the file, or makes it with a new key. */
    public static MasterKey ofFile(Path file, SecureRandom random) throws IOException {
        if (Files.notExists(file)) {
            create(file, random);
        }
        String text = Files.readString(file).strip();
        if (!text.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException(file + " is no key of this service: 64 hexadecimal digits");
        }
        return new MasterKey(HexFormat.of().parseHex(text), random);
    }

    private static void create(Path file, SecureRandom random) throws IOException {
        byte[] secret = new byte[BYTES];
        random.nextBytes(secret);
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.deleteIfExists(temporary);
            Files.createFile(
                    temporary, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            String line = HexFormat.of().formatHex(secret) + "\n";
            Files.writeString(temporary, line, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
            Files.createLink(file, temporary);
            Files.delete(temporary);
        } catch (FileAlreadyExistsException e) {
            // another instance was faster, and its key counts
        }
    }

    /** @throws IllegalArgumentException if the database was made with another key */
    public void check(Database database) {
        String value = HexFormat.of().formatHex(derived("check"));
        String stored = database.write().inTransaction(handle -> {
            String insert = "INSERT INTO service_key (name, check_value) VALUES ('master', ?) ON CONFLICT DO NOTHING";
            handle.execute(insert, value);
            String query = "SELECT check_value FROM service_key WHERE name = 'master'";
            return Database.find(handle, String.class, query).orElseThrow();
        });
        if (!stored.equals(value)) {
            throw new IllegalArgumentException("the key file is not the one that this database was made with;"
                    + " put the file of the backup, or of the other instances, in its place");
        }
    }

    /** Key of 32 bytes for one purpose. */
    public byte[] derived(String purpose) {
        return hmac(secret, purpose.getBytes(StandardCharsets.UTF_8));
    }

    /** HMAC-SHA-256. */
    public static byte[] hmac(byte[] key, byte[] message) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Encrypts with AES-256-GCM; the nonce comes first. */
    public byte[] encrypted(String text) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.allocate(nonce.length + sealed.length)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @return empty if the bytes are damaged or of another key */
    public Optional<String> decrypted(byte[] bytes) {
        try {
            byte[] text = cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(bytes, NONCE_BYTES))
                    .doFinal(bytes, NONCE_BYTES, bytes.length - NONCE_BYTES);
            return Optional.of(new String(text, StandardCharsets.UTF_8));
        } catch (AEADBadTagException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(derived("stored secrets"), "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }

    /** New secret that can be typed and put into URLs: 43 characters, 256 bits. */
    public String newToken() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** SHA-256 in hexadecimal digits; enough for secrets of 256 bits, which nobody guesses. */
    public static String hash(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Comparison of secrets, or of their hashes, in a time that does not depend on where they differ. */
    public static boolean equal(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
