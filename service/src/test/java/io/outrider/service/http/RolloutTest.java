package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.ApiClient;
import io.outrider.testkit.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Releases in waves, on both databases. */
@ParameterizedClass
@EnumSource
class RolloutTest extends ReleasesUnderTest {
    private JsonNode rolling(String settings) {
        long project = project("{\"name\": \"fleet\"}");
        JsonNode release = create(
                project,
                release(
                        "1.0.0",
                        10,
                        ", \"rollout\": {\"canary\": [\"" + devices.get(4).id() + "\"], \"waves\": [30, 100]" + settings
                                + "}"));
        assertThat(release.get("state").textValue()).isEqualTo("rolling");
        return release;
    }

    private long published(JsonNode release) {
        long count = 0;
        for (JsonNode each : client.get(path(release) + "deployments/").is(200).json()) {
            count += each.get("published").booleanValue() ? 1 : 0;
        }
        return count;
    }

    private void awaitPublished(JsonNode release, int count) {
        Await.until(count + " devices", () -> published(release) == count);
    }

    private void awaitState(JsonNode release, String state) {
        Await.until(state, () -> shown(release).get("state").textValue().equals(state));
    }

    @Test
    void theNextWaveBeginsWhenAllOfTheOneBeforeHaveReported() throws Exception {
        try (Database second = kind == DatabaseUrl.Kind.SQLITE ? null : Database.open(served.url, 4)) {
            publishing(second == null ? served.database : second, null);
            JsonNode release = rolling("");
            awaitDesired("van-5", each -> each.path("projects").size() == 1);
            assertThat(published(release)).isEqualTo(1);
            report(4, release, "fleet", "pulling");
            report(4, release, "fleet", "applied");
            awaitPublished(release, 4); // the canary, and 30 % of nine, rounded up
            report(0, release, "fleet", "applied");
            report(1, release, "fleet", "applied");
            assertThat(published(release)).isEqualTo(4);
            report(2, release, "fleet", "applied");
            awaitPublished(release, 10);
            awaitState(release, "published");
            opened.get(1).close();
            opened.remove(1);
        }
    }

    @Test
    void tooManyFailuresStopIt() {
        JsonNode release = rolling(", \"max_failed\": 40");
        report(4, release, "fleet", "applied");
        awaitPublished(release, 4);
        report(0, release, "fleet", "failed");
        report(1, release, "fleet", "applied");
        assertThat(shown(release).get("state").textValue()).isEqualTo("rolling");
        report(2, release, "fleet", "failed");
        awaitState(release, "stopped");
        assertThat(shown(release).get("reason").textValue()).isEqualTo("2 of 3 devices of wave 1 failed");
        assertThat(published(release)).isEqualTo(4);
        client.post(path(release) + "resume/", "").is(200);
        awaitPublished(release, 10);
        client.post(path(release) + "resume/", "").isProblem(409, "CONFLICT");
        client.post(path(release) + "rollback/", "").is(200);
        awaitDesired(
                "van-10", each -> each.has("projects") && each.get("projects").isEmpty());
        client.post(path(release) + "rollback/", "").isProblem(409, "CONFLICT");
    }

    @Test
    void silenceCountsAsFailureAfterItsTimeOnly() {
        JsonNode release = rolling(", \"wait\": 3600");
        served.clock.advance(Duration.ofMinutes(59));
        awaitDesired("van-5", each -> each.path("projects").size() == 1);
        assertThat(shown(release).get("state").textValue()).isEqualTo("rolling");
        served.clock.advance(Duration.ofMinutes(2));
        awaitState(release, "stopped");
        assertThat(shown(release).get("reason").textValue()).contains("silent for too long");
    }

    @Test
    void aWaveWhoseDevicesHaveGoneStopsIt() {
        JsonNode release = rolling(", \"max_failed\": 100");
        served.devices.delete(served.account, devices.get(4).id());
        awaitState(release, "stopped");
        assertThat(shown(release).get("reason").textValue()).isEqualTo("no device of wave 0 is left");
        assertThat(published(release)).isZero();
        client.post(path(release) + "resume/", "").is(200);
        awaitPublished(release, 3);
        String others = "{\"devices\": [\"" + devices.get(8).id() + "\",\""
                + devices.get(9).id() + "\"]}";
        client.patch(path(release), others).is(200);
        awaitState(release, "stopped");
        assertThat(shown(release).get("reason").textValue()).isEqualTo("no device of wave 1 is left");
        client.post(path(release) + "resume/", "").is(200);
        awaitState(release, "published");
        assertThat(published(release)).isEqualTo(2);
    }

    @Test
    void aClientStopsItAndDevicesCanBeAdded() {
        JsonNode release = rolling("");
        client.post(path(release) + "stop/", "").is(200);
        client.post(path(release) + "stop/", "").isProblem(409, "CONFLICT");
        report(4, release, "fleet", "applied");
        String added =
                served.devices.create(served.account, "van-11", null, true).id();
        String all = ids(10).replace("]", ",\"" + added + "\"]");
        assertThat(client.patch(path(release), "{\"devices\": " + all + "}")
                        .is(200)
                        .json()
                        .get("devices"))
                .hasSize(11);
        assertThat(published(release)).isEqualTo(1);
        client.post(path(release) + "resume/", "").is(200);
        awaitPublished(release, 4);
    }

    /** Answer of a request that begins while another instance changes the release, and ends after it. */
    private ApiClient.Answer during(JsonNode release, String change, Supplier<ApiClient.Answer> request) {
        CompletableFuture<ApiClient.Answer> answer = served.database.write().inTransaction(handle -> {
            handle.execute(change, release.get("id").longValue());
            CompletableFuture<ApiClient.Answer> begun =
                    CompletableFuture.supplyAsync(request, task -> new Thread(task).start());
            Await.until("it waits", served::hasWaitingWriter);
            return begun;
        });
        return answer.join();
    }

    @Test
    void whoResumesItWhileAnotherDoesIsTooLate() {
        JsonNode release = rolling("");
        client.post(path(release) + "stop/", "").is(200);
        during(
                        release,
                        "UPDATE release SET state = 'rolling', reason = NULL WHERE id = ?",
                        () -> client.post(path(release) + "resume/", ""))
                .isProblem(409, "CONFLICT");
        assertThat(published(release)).isEqualTo(1);
    }

    @Test
    void aDeviceThatIsAddedWhileTheLastWaveBeginsGetsIt() {
        JsonNode release = rolling("");
        String added =
                served.devices.create(served.account, "van-11", null, true).id();
        String all = "{\"devices\": " + ids(10).replace("]", ",\"" + added + "\"]}");
        during(
                        release,
                        "UPDATE release SET state = 'published', wave = 2 WHERE id = ?",
                        () -> client.patch(path(release), all))
                .is(200);
        awaitDesired("van-11", each -> each.path("projects").size() == 1);
    }
}
