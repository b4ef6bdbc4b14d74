package io.outrider.service.releases;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.TreeMap;

/** Signatures of projects: Ed25519 over canonical JSON (docs/start-parameters.md, "Signatures"). */
public final class ReleaseSigner {
    private static final ObjectMapper CANONICAL = new ObjectMapper()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .registerModule(new SimpleModule().addSerializer(Double.class, new PlainDecimals()));

    private final String name;
    private final PrivateKey key;

    private ReleaseSigner(String name, PrivateKey key) {
        this.name = name;
        this.key = key;
    }

    /** Fractions without exponent, rounded to 15 digits, without zeros at their end. */
    private static final class PlainDecimals extends JsonSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator to, SerializerProvider context) throws IOException {
            to.writeNumber(new BigDecimal(value, new MathContext(15))
                    .stripTrailingZeros()
                    .toPlainString());
        }
    }

    /**
     * Reads the key.
     *
     * @param file PEM with PKCS #8, as {@code openssl genpkey -algorithm ed25519} writes it
     * @throws IllegalArgumentException if it is no such key
     */
    public static ReleaseSigner of(Path file, String name) throws IOException {
        if (!name.matches("[A-Za-z0-9_.-]{1,64}")) {
            throw new IllegalArgumentException("its name (key_name) has 1 to 64 letters, digits, '_', '.' and '-'");
        }
        try {
            String base64 =
                    Files.readString(file).replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
            byte[] bytes = Base64.getDecoder().decode(base64);
            return new ReleaseSigner(
                    name, KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(bytes)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    file + " is no Ed25519 key in PEM; make one with 'openssl genpkey -algorithm ed25519 -out FILE'");
        }
    }

    /** Adds the signature to a project. */
    void sign(ObjectNode project) {
        try {
            TreeMap<?, ?> members = CANONICAL.convertValue(project, TreeMap.class);
            members.remove("signature");
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(key);
            signature.update(CANONICAL.writeValueAsString(members).getBytes(StandardCharsets.UTF_8));
            project.putObject("signature")
                    .put("key", name)
                    .put("value", Base64.getEncoder().encodeToString(signature.sign()));
        } catch (GeneralSecurityException | JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
