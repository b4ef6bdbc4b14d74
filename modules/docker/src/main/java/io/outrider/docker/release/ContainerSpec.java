package io.outrider.docker.release;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Container of a release.
 *
 * @param name in the engine: {@code fully_qualified_name}, else {@code PROJECT-NAME-VERSION}
 * @param shortName {@code name} of the document
 * @param required images of {@code required_tags}, to be pulled before its own
 * @param registry null if none was given and none of the document has the image's host
 * @param purge folders of the host that are set aside before it starts; empty without {@code purge_data}
 * @param config body for the engine's creation of it, with image, environment and labels; nobody changes it
 */
public record ContainerSpec(
        String name,
        String shortName,
        ImageName image,
        List<ImageName> required,
        Registry registry,
        List<Path> purge,
        ObjectNode config) {
    private static final ObjectMapper SORTED =
            JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

    /** Images in the order in which they are pulled: those that are required, then its own. */
    public Stream<ImageName> images() {
        return Stream.concat(required.stream(), Stream.of(image));
    }

    /** Hash of the body without image and labels. */
    public String configHash() {
        ObjectNode body = SORTED.createObjectNode();
        body.setAll(config);
        body.remove(List.of("Image", "Labels"));
        try {
            return hash(SORTED.writeValueAsBytes(body), 16);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** First bytes of the SHA-256, in hexadecimal digits. */
    static String hash(byte[] text, int bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text), 0, bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
