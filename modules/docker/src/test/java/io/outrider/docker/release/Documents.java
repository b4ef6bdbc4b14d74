package io.outrider.docker.release;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.testkit.TestContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Documents of tests, as JSON with single quotation marks. */
final class Documents {
    static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Documents() {}

    static Object value(String json) {
        try {
            return MAPPER.readValue(json.replace('\'', '"'), Object.class);
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    static Map<String, Object> map(String json) {
        return MAPPER.convertValue(value(json), new TypeReference<>() {});
    }

    static JsonNode tree(String json) {
        try {
            return MAPPER.readTree(json.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    /** As an engine reads it, so that types of numbers are those of a reader. */
    static JsonNode reread(JsonNode node) {
        return tree(node.toString().replace("'", "\\u0027"));
    }

    static DocumentValue parameters(String json) {
        return new DocumentValue(DockerErrors.PARAMETER_INVALID, "p", value(json));
    }

    static ReleaseReader reader(OwnerPolicy policy) {
        TestContext context = new TestContext().withLocalApi("http://127.0.0.1:9000", Path.of("/api"));
        return new ReleaseReader(policy, "unit-1", context.localApi(), Path.of("/nowhere"));
    }

    static OwnerPolicy policy(String... settings) {
        List<String> set = List.of(settings);
        return new OwnerPolicy(
                !set.contains("privileged"),
                !set.contains("network"),
                set.contains("paths") ? List.of(Path.of("/data")) : OwnerPolicy.DEFAULT.bindBelow(),
                set.contains("registries") ? Set.of("r.example.com:5000") : java.util.Set.of(),
                set.contains("digest"),
                set.contains("signature"),
                set.contains("purge") ? List.of(Path.of("/data")) : List.of());
    }

    /** Document with one project "p" of one container "c" with the image "busybox:1". */
    static Map<String, Object> of(String containerMembers) {
        return map("{'projects': [" + project("p", containerMembers) + "]}");
    }

    static String project(String name, String containerMembers) {
        String rest = containerMembers.isEmpty() ? "" : ", " + containerMembers;
        return "{'name': '" + name + "', 'version': '1.0', 'version_hash': 'abcd1234', 'containers': [{'name': 'c'"
                + (rest.contains("'image'") ? "" : ", 'image': 'busybox:1'") + rest + "}]}";
    }

    static ContainerSpec container(OwnerPolicy policy, String containerMembers) throws Failure {
        Releases releases = reader(policy).read(of(containerMembers));
        if (!releases.refused().isEmpty()) {
            throw releases.refused().get(0).why();
        }
        return releases.projects().get(0).containers().get(0);
    }
}
