package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.releases.ReleaseSigner;
import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes that are counted of a document, beside those that its unit gets with signatures, on both databases. */
@ParameterizedClass
@EnumSource
class DocumentBytesTest extends ReleasesUnderTest {
    private static final int MOST_OF_UNIT = 256 << 10;
    private static final String KEY_NAME = "k".repeat(64);
    private static final Pattern COUNTED = Pattern.compile("account have ([0-9]+) bytes");

    /** Characters that JSON writes in one, two, four and six bytes. */
    private static final List<String> CHARACTERS = List.of("a", "ü", "\"", "\\", "\n", "😀", "\u0001");

    private final Random random = new Random(1);

    @BeforeEach
    void sign() throws Exception {
        Path key = folder.resolve("fleet.key");
        Programs.run(List.of("openssl", "genpkey", "-algorithm", "ed25519", "-out", key.toString()));
        opened.remove(0).close();
        publishing(served.database, ReleaseSigner.of(key, KEY_NAME));
        assertThatThrownBy(() -> ReleaseSigner.of(key, KEY_NAME + "k"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key_name");
    }

    @Test
    void escapesOfAPasswordCount() {
        ArrayNode containers = MAPPER.createArrayNode();
        create(project("{\"name\": \"first\"}"), release("1", containers, 0));
        int status = 201;
        for (int i = 0; i < 8 && status == 201; i++) {
            ObjectNode registry = MAPPER.createObjectNode().put("name", "r" + i).put("url", "x");
            registry.put("username", "u").put("password", "\u0001".repeat(10_000));
            status = client.post("/docker/registries/", registry.toString()).status();
            if (status == 201) {
                containers.addObject().put("name", "c" + i).put("image", "a").put("registry", "r" + i);
            }
        }
        assertThat(status).isEqualTo(413);
        create(project("{\"name\": \"second\"}"), release("1", containers, 0));
        assertThat(lastBytes()).isBetween(180_000, MOST_OF_UNIT);
    }

    @Test
    void namesAndSignaturesOfManyProjectsCount() {
        int releases = 0;
        boolean refused = false;
        for (; releases < 100 && !refused; releases++) {
            long project = project("{\"name\": \"" + "%03d".formatted(releases) + "n".repeat(97) + "\"}");
            ArrayNode containers = containers(1);
            ((ObjectNode) containers.get(0).get("startup_parameters"))
                    .putArray("environment")
                    .add("A=" + "x".repeat(2_180));
            String version = "9".repeat(64);
            refused = client.post("/docker/projects/" + project + "/releases/", release(version, containers, 0))
                            .status()
                    == 413;
        }
        assertThat(refused).isTrue();
        assertThat(releases).isGreaterThan(80);
        assertThat(lastBytes()).isLessThanOrEqualTo(MOST_OF_UNIT);
    }

    @Test
    void noLessIsCountedThanIsWritten() {
        String device = "/dongle/devices/" + devices.get(0).id() + "/";
        ArrayNode large = containers(1);
        ((ObjectNode) large.get(0).get("startup_parameters"))
                .putArray("environment")
                .add("A=" + "x".repeat(60_000));
        create(project("{\"name\": \"large\"}"), release("1", large, 0));
        for (int round = 0; round < 10; round++) {
            registry(round);
            long project = project("{\"name\": \"" + round + "p".repeat(random.nextInt(99)) + "\"}");
            for (int i = 0; i < random.nextInt(4); i++) {
                create(project, release(i + "v".repeat(random.nextInt(63)), containers(round + 1), random.nextInt(3)));
            }
            JsonNode settings = MAPPER.createObjectNode().put("x", text(200, 0));
            client.patch(device, "{\"settings\": " + settings + "}").is(200);
            int written = lastBytes();
            JsonNode filler = MAPPER.createObjectNode().put("x", "y".repeat(199_000));
            String answer = client.patch(device, "{\"settings\": " + filler + "}")
                    .isProblem(413, "BODY_TOO_LARGE")
                    .text();
            Matcher counted = COUNTED.matcher(answer);
            assertThat(counted.find()).as(answer).isTrue();
            int bytes = Integer.parseInt(counted.group(1)) - filler.toString().length() + length(settings);
            // what more is counted: digits of the revision; of each project the name of its key, a version and removed
            // names
            assertThat(bytes).isBetween(written, written + 64 + (round + 2) * 1_000);
        }
    }

    /** Registry that each release uses; in the document its password is whole or absent. */
    private void registry(int number) {
        ObjectNode registry = MAPPER.createObjectNode();
        registry.put("name", "r" + number + text(100, 1)).put("url", "x/" + text(400, 1));
        registry.put("type", random.nextBoolean() ? text(100, 0) : null);
        registry.put("username", random.nextInt(3) > 0 ? text(200, 0) : null);
        registry.put("password", random.nextInt(3) > 0 ? text(2_000, 0) : null);
        registry.put("name", registry.get("name").textValue().replaceAll("[\\x00-\\x1f]", "b"));
        registry.put("url", registry.get("url").textValue().replaceAll("[\\x00-\\x20]", "b"));
        String path = "/docker/registries/";
        long id =
                client.post(path, registry.toString()).is(201).json().get("id").longValue();
        registry.put("username", text(100, 1));
        client.patch(path + id + "/", registry.toString()).is(200);
    }

    private String text(int most, int least) {
        StringBuilder text = new StringBuilder();
        int length = least + random.nextInt(most / 2);
        for (int i = 0; i < length; i++) {
            text.append(CHARACTERS.get(random.nextInt(CHARACTERS.size())));
        }
        return text.toString();
    }

    private ArrayNode containers(int count) {
        ArrayNode containers = MAPPER.createArrayNode();
        for (int i = 0; i < count; i++) {
            ObjectNode container = containers.addObject().put("name", "c" + i).put("image", "a");
            container
                    .putObject("startup_parameters")
                    .putObject("environment")
                    .put("x", text(50, 0))
                    .put("y", random.nextDouble());
        }
        JsonNode registries = client.get("/docker/registries/").is(200).json();
        for (int i = 0; i < Math.min(registries.size(), count); i++) {
            ((ObjectNode) containers.get(i)).set("registry", registries.get(i).get("id"));
        }
        return containers;
    }

    private String release(String version, ArrayNode containers, int removed) {
        ObjectNode release = MAPPER.createObjectNode().put("version", version);
        release.putArray("devices").add(devices.get(0).id());
        release.set("containers", containers);
        ArrayNode names = release.putArray("remove_containers");
        for (int i = 0; i < removed; i++) {
            names.add(text(100, 1));
        }
        return release.toString();
    }

    /** Bytes of the last document of the unit, when nothing is due. */
    private int lastBytes() {
        Await.until(
                "the document is published",
                () -> served.number("SELECT COUNT(*) FROM device WHERE desired_due IS NOT NULL") == 0);
        return link.published.stream()
                .filter(each -> each.unitId().equals("van-1"))
                .reduce((first, last) -> last)
                .orElseThrow()
                .payload()
                .length;
    }

    private static int length(JsonNode json) {
        return json.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
