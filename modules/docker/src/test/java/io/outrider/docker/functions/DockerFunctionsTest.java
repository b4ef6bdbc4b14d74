package io.outrider.docker.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.DockerEngine;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.testkit.Await;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.TestImage;
import io.outrider.testkit.TimeoutFactor;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Functions on containers and images of a real engine. */
class DockerFunctionsTest {
    private static final TestImage APP = TestImage.running("app:1");
    private static DockerDaemon daemon;

    private final DockerEngine engine = new DockerEngine(
            List.of(daemon.socket().toString()), Ticker.system(), TimeoutFactor.scaled(Duration.ofSeconds(20)));
    private final DockerCalls functions = new DockerCalls(engine, "old:1");

    @BeforeAll
    static void start() {
        daemon = DockerDaemon.open();
        daemon.load(APP, TestImage.exiting("bad:1", 7));
    }

    @AfterAll
    static void stop() {
        daemon.close();
    }

    @BeforeEach
    void empty() {
        daemon.removeContainers();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static void refused(ErrorCode code, String sentence, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Failure.class, e -> assertThat(e.is(code)).as(e.code()).isTrue())
                .hasMessage(sentence);
    }

    private static String labelled(String name) {
        JsonNode created = daemon.call(
                "POST",
                "/containers/create?name=" + name,
                "{\"Image\": \"app:1\", \"HostConfig\": {\"NetworkMode\": \"none\"}, \"Env\": [\"A=1\","
                        + " \"OUTRIDER_TOKEN=app.0ff1ce\"], \"Labels\": {\"project\": \"p\", \"release\": \"1.0\","
                        + " \"release_hash\": \"96a7191f\", \"api_key\": \"horse\"}}");
        return created.get("Id").textValue();
    }

    @Test
    void theLogIsMaskedAsThatOfAReportIs() throws Exception {
        String id = daemon.call(
                        "POST",
                        "/containers/create?name=chatty",
                        "{\"Image\": \"bad:1\", \"HostConfig\": {\"NetworkMode\": \"none\"},"
                                + " \"Env\": [\"API_TOKEN=fault of bad\"]}")
                .get("Id")
                .textValue();
        engine.start(id);
        Await.until(
                "its line is masked",
                () -> functions.call("logs", "chatty").textValue().contains("***:1"));
        assertThat(functions.call("logs", "chatty").textValue()).doesNotContain("fault of");
    }

    @Test
    void containersAreListedByIdAndThoseThatDoNotRunIfAllAreWanted() throws Exception {
        String app = daemon.run("app", "app:1");
        String made = labelled("made");
        String bad = daemon.run("bad", "bad:1");
        Await.until("it ends", () -> functions.call("ps").size() == 1);
        JsonNode one = functions.call("ps").get(app);
        assertThat(one.get("Names")).hasToString("[\"app\"]");
        assertThat(one.get("Image").textValue()).isEqualTo("app:1");
        assertThat(one.get("ImageID").textValue()).isEqualTo(APP.id());
        assertThat(one.get("State").textValue()).isEqualTo("running");
        assertThat(one.get("Status").textValue()).isEqualTo("running");
        assertThat(one.get("Restarts").intValue()).isZero();
        JsonNode all = functions.call("ps", "all=true");
        assertThat(all.properties()).extracting(each -> each.getKey()).containsExactly(app, bad, made);
        assertThat(all.get(bad).get("Status").textValue()).isEqualTo("exited (7)");
        assertThat(all.get(made).get("Status").textValue()).isEqualTo("created");
        assertThat(all.get(made).get("Labels"))
                .hasToString("{\"project\":\"p\",\"release\":\"1.0\",\"release_hash\":\"96a7191f\"}");
    }

    @Test
    void imagesAreListedWithTheContainersThatUseThem() throws Exception {
        daemon.run("two", "app:1");
        daemon.run("one", "app:1");
        JsonNode images = functions.call("images");
        assertThat(images).hasSize(2);
        JsonNode app = images.get(APP.id());
        assertThat(app.get("RepoTags")).hasToString("[\"app:1\"]");
        assertThat(app.get("Size").longValue()).isPositive();
        assertThat(app.get("Os").textValue()).isEqualTo("linux");
        assertThat(app.get("Architecture").textValue()).startsWith(APP.architecture());
        assertThat(app.get("Containers")).hasToString("[\"one\",\"two\"]");
    }

    @Test
    void aContainerIsStoppedStartedAndRestarted() throws Exception {
        daemon.run("app", "app:1");
        assertThat(functions.call("stop", "app", "timeout=5"))
                .hasToString("{\"state\":{\"old\":\"running\",\"new\":\"stopped\"},\"result\":true}");
        assertThat(functions.call("stop", "app", 5))
                .hasToString("{\"state\":{\"old\":\"stopped\",\"new\":\"stopped\"},\"result\":true}");
        assertThat(functions.call("start", "app"))
                .hasToString("{\"state\":{\"old\":\"stopped\",\"new\":\"running\"},\"result\":true}");
        JsonNode before = engine.inspect("app").at("/State/StartedAt");
        assertThat(functions.call("start", "app"))
                .hasToString("{\"state\":{\"old\":\"running\",\"new\":\"running\"},\"result\":true}");
        assertThat(engine.inspect("app").at("/State/StartedAt")).isEqualTo(before);
        assertThat(functions.call("restart", "app", "timeout=5"))
                .hasToString(
                        "{\"state\":{\"old\":\"running\",\"new\":\"running\"},\"result\":true,\"restarted\":true}");
        assertThat(engine.inspect("app").at("/State/StartedAt")).isNotEqualTo(before);
    }

    @Test
    void aContainerThatRunsIsRemovedOnlyWithForce() throws Exception {
        String app = daemon.run("app", "app:1");
        assertThatThrownBy(() -> functions.call("rm", "app"))
                .hasMessage("force: app runs: stop it first, or kill and remove it with force=true");
        assertThat(functions.call("rm", "app", "force=true")).hasToString("[\"" + app + "\"]");
        String made = labelled("made");
        assertThat(functions.call("rm", made)).hasToString("[\"" + made + "\"]");
        assertThat(functions.call("ps", "all=true")).isEmpty();
    }

    @Test
    void theVolumesOfARemovedContainerStay() throws Exception {
        daemon.call("POST", "/containers/create?name=made", "{\"Image\": \"app:1\", \"Volumes\": {\"/store\": {}}}");
        String volume = engine.inspect("made").at("/Mounts/0/Name").asText();
        functions.call("rm", "made");
        assertThat(engine.inspect(volume).path("Name").asText()).isEqualTo(volume);
    }

    @Test
    void aContainerThatAReleaseChangesIsLeftToIt() throws Exception {
        daemon.run("app", "app:1");
        functions.changing.add("app");
        for (String function : List.of("start", "stop", "restart", "rm")) {
            refused(
                    DockerErrors.RELEASE_BUSY,
                    "a release changes app now; wait for its end, which `docker.release` shows",
                    () -> functions.call(function, "app"));
        }
        assertThat(functions.call("ps")).hasSize(1);
        assertThat(functions.call("logs", "app").isTextual()).isTrue();
    }

    @Test
    void aFailureByHandNamesTheContainerAndHasNoAdviceForReleases() {
        String id = daemon.call(
                        "POST",
                        "/containers/create?name=camera",
                        "{\"Image\": \"app:1\", \"HostConfig\": {\"NetworkMode\": \"none\", \"Devices\":"
                                + " [{\"PathOnHost\": \"/dev/no-such-camera\", \"PathInContainer\": \"/dev/video0\"}]}}")
                .get("Id")
                .textValue();
        assertThatThrownBy(() -> functions.call("start", id))
                .hasMessageStartingWith("camera: error gathering device information")
                .hasMessageNotContaining(id)
                .hasMessageEndingWith("; correct what the engine's text names");
        assertThat(functions.byHand.isLocked()).isFalse();
        assertThatThrownBy(() -> functions.call("pull", "127.0.0.1:9/x:1"))
                .hasMessageEndingWith("; check the network, and its url if it stays; a release asks again by itself");
    }

    @Test
    void theLastLinesOfALogAreShown() throws Exception {
        daemon.run("bad", "bad:1");
        Await.until(
                "it has printed",
                () -> functions.call("logs", "bad").textValue().lines().count() == 2);
        assertThat(functions.call("logs", "bad").textValue().lines())
                .containsExactlyInAnyOrder("out of bad:1", "fault of bad:1");
        assertThat(functions.call("logs", "bad", "tail=1").textValue().lines()).hasSize(1);
    }

    @Test
    void anInspectionHasNoSecrets() throws Exception {
        String made = labelled("made");
        JsonNode whole = functions.call("inspect", "made");
        assertThat(whole.get("Id").textValue()).isEqualTo(made);
        assertThat(whole.at("/Config/Env").toString()).contains("\"A=1\"", "\"OUTRIDER_TOKEN=***\"");
        assertThat(whole.toString()).doesNotContain("0ff1ce").doesNotContain("horse");
        assertThat(functions.call("inspect", "app:1").get("Id").textValue()).isEqualTo(APP.id());
        assertThatThrownBy(() -> functions.call("inspect", "nothing")).hasMessageContaining("nothing is no container");
    }

    @Test
    void theNearestNameIsSuggestedForAnUnknownOne() {
        daemon.run("test-app-1.0.7", "app:1");
        refused(
                DockerErrors.NO_SUCH_CONTAINER,
                "there is no container test-ap-1.0.7: did you mean test-app-1.0.7?",
                () -> functions.call("logs", "test-ap-1.0.7"));
        refused(
                DockerErrors.NO_SUCH_CONTAINER,
                "there is no container /../../info: `docker.ps all=true` lists all",
                () -> functions.call("rm", "/../../info"));
        for (String function : List.of("logs", "start", "stop", "restart", "rm")) {
            refused(
                    DockerErrors.NO_SUCH_CONTAINER,
                    "there is no container nowhere: `docker.ps all=true` lists all",
                    () -> functions.call(function, "nowhere"));
        }
    }

    @Test
    void pruneRemovesWhatNoContainerUsesAndNoReleaseNeeds() throws Exception {
        TestImage unused = TestImage.running("unused:1").withLayers(100_000);
        daemon.load(TestImage.running("moved:1").withMarker("a"), unused.withName("also:2"), unused);
        daemon.load(TestImage.running("moved:1").withMarker("b"), TestImage.running("old:1"));
        daemon.run("app", "app:1");
        daemon.run("bad", "bad:1");

        JsonNode untagged = functions.call("prune", "test=true").get("would_remove");
        assertThat(untagged).hasSize(1);
        assertThat(untagged.get(0).get("image").textValue()).startsWith("sha256:");
        JsonNode planned = functions.call("prune", "all=true", "test=true");
        assertThat(planned.get("would_remove").toString())
                .contains("moved:1", "also:2 unused:1")
                .doesNotContain("app:1", "bad:1", "old:1");
        assertThat(planned.get("bytes").longValue()).isGreaterThan(100_000);
        assertThat(functions.call("images")).hasSize(6);

        assertThat(functions.call("prune").get("removed")).isEqualTo(untagged);
        JsonNode done = functions.call("prune", "all=true");
        assertThat(done.has("errors")).isFalse();
        assertThat(done.get("removed")).hasSize(2);
        assertThat(functions.call("images").findValues("RepoTags").toString())
                .contains("app:1", "bad:1", "old:1")
                .doesNotContain("moved", "unused", "also");
        assertThat(functions.call("prune", "all=true")).hasToString("{\"removed\":[],\"bytes\":0}");
        engine.removeImage("old:1");
    }
}
