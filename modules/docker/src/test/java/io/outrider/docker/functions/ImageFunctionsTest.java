package io.outrider.docker.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.outrider.api.Failure;
import io.outrider.api.Outcome;
import io.outrider.docker.engine.Credentials;
import io.outrider.docker.engine.Engine.PullListener;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions on images and registries of an engine in memory. */
class ImageFunctionsTest {
    private static final Registry PRIVATE = new Registry(
            "ours", "https://me:horse@registry.example.com:5000", "registry.example.com:5000", "unit", "right horse");
    private static final Registry HUB = new Registry("hub", "hub", "docker.io", null, null);

    private final Map<String, EngineImage> images = new TreeMap<>();
    private final Map<String, EngineImage> remote = new TreeMap<>();
    private final List<String> calls = new ArrayList<>();
    private final DockerCalls functions = new DockerCalls(new ImageEngine(), "keep@sha256:1", "sha256:needed");

    private static EngineImage image(String id, List<String> tags, List<String> digests) {
        return new EngineImage(id, tags, digests, 1_000, "linux", "arm", "v7", List.of(), MissingNode.getInstance());
    }

    private static EngineImage tagged(String id, String... tags) {
        return image(id, List.of(tags), List.of());
    }

    /** Engine with images only. */
    private final class ImageEngine extends StubEngine {
        @Override
        public List<EngineContainer> containers() {
            return List.of();
        }

        @Override
        public List<EngineImage> images() {
            return List.copyOf(images.values());
        }

        @Override
        public Optional<EngineImage> image(String reference) {
            return Optional.ofNullable(images.get(reference));
        }

        @Override
        public void logIn(Credentials credentials) throws Failure {
            calls.add("log in " + credentials);
            if (credentials.server().equals("absent")) {
                throw absent();
            }
            if (credentials.password().equals("wrong")) {
                throw new Failure(DockerErrors.REGISTRY_LOGIN, credentials.server() + " does not take the password");
            }
        }

        @Override
        public void pull(String reference, Credentials credentials, PullListener listener) throws Failure {
            calls.add("pull " + reference + " as " + credentials);
            listener.progress(0, 0);
            listener.progress(1_500, 3_000);
            if (!remote.containsKey(reference)) {
                throw new Failure(DockerErrors.IMAGE_NOT_FOUND, reference + " is not in the registry; push it");
            }
            images.put(reference, remote.get(reference));
        }

        @Override
        public void removeImage(String reference) throws Failure {
            calls.add("remove " + reference);
            if (reference.startsWith("busy")) {
                throw new Failure(DockerErrors.ENGINE_REFUSED, "busy: a container uses it");
            }
            if (reference.startsWith("absent")) {
                throw absent();
            }
        }
    }

    @Test
    void aPullHasTheCredentialsOfTheRegistryOfTheImage() throws Exception {
        functions.registries.addAll(List.of(HUB, PRIVATE));
        remote.put("registry.example.com:5000/team/app:1.2", tagged("sha256:2", "app"));
        JsonNode pulled = functions.call("pull", "registry.example.com:5000/team/app", "tag=1.2");
        assertThat(pulled)
                .hasToString("{\"Image\":\"registry.example.com:5000/team/app:1.2\",\"Id\":\"sha256:2\",\"Size\":1000,"
                        + "\"Status\":\"Downloaded newer image\"}");
        assertThat(calls)
                .containsExactly("pull registry.example.com:5000/team/app:1.2 as unit at registry.example.com:5000");
        assertThat(functions.progress)
                .containsExactly(
                        "0/0 bytes pull registry.example.com:5000/team/app:1.2",
                        "1500/3000 bytes pull registry.example.com:5000/team/app:1.2");
        assertThat(functions
                        .call("pull", "registry.example.com:5000/team/app:1.2")
                        .get("Status")
                        .textValue())
                .isEqualTo("Image is up to date");
    }

    @ParameterizedTest
    @CsvSource({
        "app, , app:latest",
        "app, 2, app:2",
        "app:3, , app:3",
        "docker.io/library/app, 2, app:2",
        "team/app, sha256:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff,"
                + " team/app@sha256:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
    })
    void anImageOfDockerHubIsPulledWithoutCredentialsIfThereAreNone(String image, String tag, String reference)
            throws Exception {
        functions.registries.addAll(List.of(HUB, PRIVATE));
        remote.put(reference, tagged("sha256:1"));
        JsonNode pulled = tag == null ? functions.call("pull", image) : functions.call("pull", image, "tag=" + tag);
        assertThat(pulled.get("Image").textValue()).isEqualTo(reference);
        assertThat(calls).containsExactly("pull " + reference + " as null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"App", "a b", "", "../x", "app:1:2"})
    void whatIsNoNameOfAnImageIsRefused(String image) {
        assertThatThrownBy(() -> functions.call("pull", image))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("image: ");
        assertThat(calls).isEmpty();
    }

    @Test
    void aPullThatFailsSaysWhatTheEngineSays() {
        assertThatThrownBy(() -> functions.call("pull", "app:9"))
                .hasMessage("app:9 is not in the registry; push it")
                .isInstanceOfSatisfying(
                        Failure.class,
                        e -> assertThat(e.is(DockerErrors.IMAGE_NOT_FOUND)).isTrue());
    }

    @Test
    void aLoginAnswersForEachRegistryInAutoPisForm() throws Exception {
        functions.registries.addAll(
                List.of(HUB, PRIVATE, new Registry("old", "https://old.example.com", "old", "unit", "wrong")));
        Object value = functions.value("login");
        assertThat(value)
                .isInstanceOfSatisfying(
                        Outcome.class, outcome -> assertThat(outcome.retcode()).isEqualTo(2));
        assertThat(functions.call("login"))
                .hasToString("{\"Results\":{\"https://***@registry.example.com:5000\":true,"
                        + "\"https://old.example.com\":false},\"Errors\":[\"hub has no user name: it is read without\","
                        + "\"old: old does not take the password\"]}");
        assertThat(calls.subList(0, 2))
                .containsExactly("log in unit at registry.example.com:5000", "log in unit at old");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ours", "https://me:horse@registry.example.com:5000", "registry.example.com:5000"})
    void oneRegistryIsChosenByNameUrlOrHost(String name) throws Exception {
        functions.registries.addAll(List.of(HUB, PRIVATE));
        JsonNode result = functions.call("login", name);
        assertThat(result.get("Results")).hasSize(1);
        assertThat(result.get("Errors")).isEmpty();
        assertThat(calls).hasSize(1);
    }

    @Test
    void anUnknownRegistryIsRefusedWithThoseThatThereAre() throws Exception {
        assertThat(functions.call("login")).hasToString("{\"Results\":{},\"Errors\":[]}");
        assertThatThrownBy(() -> functions.call("login", "x"))
                .hasMessage("name: is no registry of the fleet service; it has none for this unit");
        functions.registries.addAll(List.of(PRIVATE, HUB));
        assertThatThrownBy(() -> functions.call("login", "x"))
                .hasMessage("name: is no registry of the fleet service; it has hub, ours");
    }

    @Test
    void pruneGoesOnAfterAnImageThatCannotBeRemoved() throws Exception {
        images.put("1", tagged("sha256:1", "busy:1"));
        images.put("2", tagged("sha256:2", "free:1", "free:2"));
        images.put("3", image("sha256:3", List.of(), List.of("keep@sha256:1")));
        images.put("4", tagged("sha256:needed", "other:1"));
        assertThat(functions.call("prune", "all=true"))
                .hasToString("{\"removed\":[{\"image\":\"free:1 free:2\",\"bytes\":1000}],\"bytes\":1000,"
                        + "\"errors\":{\"busy:1\":\"busy: a container uses it\"}}");
        assertThat(calls).containsExactly("remove busy:1", "remove free:1", "remove free:2", "remove sha256:2");
        assertThat(functions.progress).containsExactly("0/2 images remove busy:1", "0/2 images remove free:1 free:2");
    }

    @Test
    void anEngineThatIsNotThereEndsEachFunction() {
        DockerCalls absent = new DockerCalls(new StubEngine());
        absent.registries.add(PRIVATE);
        for (String call : List.of(
                "ps",
                "images",
                "logs app",
                "inspect app",
                "start app",
                "stop app",
                "restart app",
                "rm app",
                "pull app:1",
                "prune",
                "login")) {
            String[] words = call.split(" ");
            Object[] arguments = words.length > 1 ? new Object[] {words[1]} : new Object[0];
            assertThatThrownBy(() -> absent.call(words[0], arguments))
                    .as(call)
                    .isInstanceOfSatisfying(
                            Failure.class,
                            e -> assertThat(e.is(DockerErrors.ENGINE_ABSENT)).isTrue());
        }
        images.put("1", tagged("sha256:1", "absent:1"));
        assertThatThrownBy(() -> functions.call("prune", "all=true")).hasMessageContaining("no engine answers");
        functions.registries.add(new Registry("n", "n", "absent", "u", "p"));
        assertThatThrownBy(() -> functions.call("login")).hasMessageContaining("no engine answers");
    }

    @ParameterizedTest
    @CsvSource({
        "start, a b, '', name: takes 1 to 512 characters without blanks",
        "rm, '', '', name: takes 1 to 512 characters without blanks",
        "logs, app, tail=0, tail: 0 is not from 1 to 10000",
        "logs, app, tail=10001, tail: 10001 is not from 1 to 10000",
        "stop, app, timeout=601, timeout: 601 is not from 0 to 600",
        "restart, app, timeout=-1, timeout: -1 is not from 0 to 600",
        "inspect, a b, '', name: takes 1 to 512 characters without blanks"
    })
    void anArgumentOutOfRangeIsRefusedBeforeTheEngineIsAsked(
            String function, String first, String second, String sentence) {
        Object[] arguments = second.isEmpty() ? new Object[] {first} : new Object[] {first, second};
        assertThatThrownBy(() -> functions.call(function, arguments)).hasMessageContaining(sentence);
    }
}
