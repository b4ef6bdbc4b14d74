package io.outrider.agent.operator.api;

import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.agent.runtime.storage.RandomSecretFile;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tokens of the local API for clients, such as containers: {@code CLIENT.HEX} with the HMAC-SHA256 of the client's name. The
 * key is in a file that is created with the first token and read at each use: deleting it revokes all tokens at once. Any
 * thread.
 */
public final class ClientTokens {
    private static final Logger LOG = LoggerFactory.getLogger(ClientTokens.class);
    private static final Pattern CLIENT = Pattern.compile("[0-9A-Za-z_.-]{1,200}");
    private static final Pattern FORM = Pattern.compile("(" + CLIENT + ")\\.[0-9a-f]{64}");

    private final RandomSecretFile key;

    public ClientTokens(Path keyFile) {
        key = new RandomSecretFile(keyFile, "key", PosixFilePermissions.fromString("rw-------"));
    }

    /** @throws Failure if the key cannot be read or written */
    public synchronized String token(String client) throws Failure {
        if (!CLIENT.matcher(client).matches()) {
            throw new IllegalArgumentException("a client of the local API is not named '" + client + "'");
        }
        try {
            return token(client, key.readOrCreate());
        } catch (IOException | UnsupportedOperationException e) {
            String reason = e instanceof IOException ? IoReason.of(e) : "its file system knows no modes";
            throw new Failure(
                    LocalApiErrors.TOKEN_FILE,
                    "the key of the local API's tokens cannot be kept in " + key.path() + " (" + reason
                            + "); give its directory to the user of the daemon",
                    e);
        }
    }

    /** Checks a token in constant time. */
    boolean matches(String token) {
        Matcher form = FORM.matcher(token);
        if (!form.matches()) {
            return false;
        }
        try {
            String secret = key.read();
            return secret != null && MessageDigest.isEqual(bytes(token(form.group(1), secret)), bytes(token));
        } catch (IOException | UnsupportedOperationException e) {
            LOG.debug("{} cannot be read", key.path(), e);
            return false;
        }
    }

    private static String token(String client, String secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(bytes(secret), "HmacSHA256"));
            return client + "." + HexFormat.of().formatHex(mac.doFinal(bytes(client)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HMAC-SHA256", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
