package io.outrider.docker.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignatureCheckTest {
    /** Test 1 of RFC 8032, 7.1: an empty message. */
    private static final String RFC_KEY = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

    private static final String PROJECT = "{'version': '1', 'name': 'p', 'containers': [{'name': 'c', 'image': 'x:1',"
            + " 'startup_parameters': {'cpus': 1.50, 'memory': 5}}]}";

    @TempDir
    private Path keys;

    private KeyPair pair;

    @BeforeEach
    void makeKey() throws Exception {
        pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] raw(PublicKey key) {
        byte[] encoded = key.getEncoded();
        return Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    }

    /** The project with a signature over a canonical text that is written out here. */
    private Map<String, Object> signed(String key) throws Exception {
        String canonical =
                "{\"containers\":[{\"image\":\"x:1\",\"name\":\"c\",\"startup_parameters\":{\"cpus\":1.5,\"memory\":5}}],"
                        + "\"name\":\"p\",\"version\":\"1\"}";
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        signature.update(canonical.getBytes(StandardCharsets.UTF_8));
        Map<String, Object> project = Documents.map(PROJECT);
        project.put("signature", Map.of("key", key, "value", base64(signature.sign())));
        return project;
    }

    /** Name of the code, or an empty text. */
    private String code(boolean required, Map<String, Object> project) throws Failure {
        OwnerPolicy policy = required ? Documents.policy("signature") : Documents.policy();
        Releases releases = new ReleaseReader(policy, "u", null, keys).read(Map.of("projects", List.of(project)));
        return releases.refused().isEmpty()
                ? ""
                : releases.refused().get(0).why().code();
    }

    private static void is(String code, ErrorCode expected) {
        assertThat(code).isEqualTo(expected.name());
    }

    @Test
    void aKeyIsReadInEachForm() throws Exception {
        String spki = base64(pair.getPublic().getEncoded());
        Files.writeString(
                keys.resolve("pem.pem"), "-----BEGIN PUBLIC KEY-----\n" + spki + "\n-----END PUBLIC KEY-----\n");
        Files.writeString(keys.resolve("raw.pub"), base64(raw(pair.getPublic())) + "\n");
        Files.writeString(keys.resolve("der.pub"), spki);
        for (String key : List.of("pem", "raw", "der")) {
            assertThat(code(true, signed(key))).as(key).isEmpty();
            assertThat(code(false, signed(key))).as(key).isEmpty();
        }
    }

    @Test
    void anUnsignedReleaseIsRefusedIfTheOwnerWantsASignature() throws Exception {
        is(code(true, Documents.map(PROJECT)), DockerErrors.SIGNATURE_MISSING);
        assertThat(code(false, Documents.map(PROJECT))).isEmpty();
    }

    @Test
    void anAlteredReleaseIsRefusedAlsoIfNoSignatureIsWanted() throws Exception {
        Files.writeString(keys.resolve("k.pub"), base64(raw(pair.getPublic())));
        for (String member : List.of("name", "version", "remove_containers", "anything")) {
            Map<String, Object> project = signed("k");
            project.put(member, member.equals("remove_containers") ? List.of("x") : "altered");
            is(code(true, project), DockerErrors.SIGNATURE_WRONG);
            is(code(false, project), DockerErrors.SIGNATURE_WRONG);
        }
        assertThat(code(true, signed("k"))).isEmpty();
    }

    @Test
    void anUnknownKeyIsRefusedOnlyIfASignatureIsWanted() throws Exception {
        is(code(true, signed("other")), DockerErrors.SIGNATURE_WRONG);
        assertThat(code(false, signed("other"))).isEmpty();
        is(code(true, signed("../k")), DockerErrors.SIGNATURE_WRONG);
    }

    @Test
    void aSignatureOfAnotherKeyIsRefused() throws Exception {
        Files.writeString(keys.resolve("k.pub"), RFC_KEY);
        is(code(true, signed("k")), DockerErrors.SIGNATURE_WRONG);
    }

    @Test
    void aSignatureOfAnyOtherShapeIsRefused() throws Exception {
        Files.writeString(keys.resolve("k.pub"), base64(raw(pair.getPublic())));
        Object[] shapes = {
            "text",
            5,
            List.of("k"),
            Map.of("key", "k"),
            Map.of("value", "AAAA"),
            Map.of("key", "k", "value", "AAAA"),
            Map.of("key", "k", "value", "*"),
            Map.of("key", 5.5, "value", ""),
            Map.of("key", "k", "value", base64(new byte[64]))
        };
        for (Object shape : shapes) {
            Map<String, Object> project = signed("k");
            project.put("signature", shape);
            is(code(true, project), DockerErrors.SIGNATURE_WRONG);
        }
    }

    @Test
    void aFileThatIsNoKeyIsRefusedWithASentence() throws Exception {
        Files.writeString(keys.resolve("text.pub"), "hello");
        Files.writeString(keys.resolve("short.pub"), "AAAA");
        Files.createDirectory(keys.resolve("folder.pub"));
        Files.writeString(keys.resolve("large.pub"), "A".repeat(2 << 20));
        for (String key : List.of("text", "short", "folder", "large")) {
            is(code(true, signed(key)), DockerErrors.SIGNATURE_WRONG);
        }
    }

    @Test
    void aKeyThatIsAddedOrRemovedCountsAtOnce() throws Exception {
        ReleaseReader reader = new ReleaseReader(Documents.policy("signature"), "u", null, keys);
        Map<String, Object> document = Map.of("projects", List.of(signed("k")));
        assertThat(reader.read(document).projects()).isEmpty();
        Files.writeString(keys.resolve("k.pub"), base64(raw(pair.getPublic())));
        assertThat(reader.read(document).projects()).hasSize(1);
        Files.delete(keys.resolve("k.pub"));
        assertThat(reader.read(document).projects()).isEmpty();
    }
}
