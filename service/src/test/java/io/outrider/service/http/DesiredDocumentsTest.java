package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.devices.Device;
import io.outrider.service.fixture.RecordedLink;
import io.outrider.service.problem.Problem;
import io.outrider.service.releases.DesiredPublisher;
import io.outrider.service.releases.ReleaseSigner;
import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import io.outrider.wire.Micros;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Documents that units get of their settings and releases, on both databases. */
@ParameterizedClass
@EnumSource
class DesiredDocumentsTest extends ReleasesUnderTest {
    @Test
    void aUnitIsAnotherAccountsWhenTheBrokerHasNothingOfTheFormer() {
        create(project("{\"name\": \"fleet\"}"), release("1.0.0", 1, ""));
        long revision = awaitDesired("van-1", each -> each.has("projects"))
                .get("revision")
                .longValue();
        link.connected = false;
        Device device = devices.get(0);
        long expires = Micros.of(served.clock.instant().plusSeconds(3_600));
        served.database
                .write()
                .useHandle(handle -> handle.execute(
                        "INSERT INTO job (jid, device, command, arg, kwarg, issued, expires, state, state_at)"
                                + " VALUES ('20261122100000000001', ?, 'test.ping', '[]', '{}', 0, ?, 'issued', 0)",
                        device.number(),
                        expires));
        served.devices.delete(served.account, device.id());
        assertThatThrownBy(() -> served.devices.create(served.otherAccount, "van-1", null, true))
                .hasMessageContaining("is taken");
        served.clock.advance(Duration.ofHours(2));
        assertThatThrownBy(() -> served.devices.create(served.otherAccount, "van-1", null, true))
                .hasMessageContaining("is taken");
        link.connected = true;
        served.clock.advance(Duration.ofSeconds(16)); // past the claim of an attempt without a broker
        Await.until(
                "the document is taken from the broker",
                () -> link.published.stream()
                        .anyMatch(each ->
                                each.unitId().equals("van-1") && each.retained() && each.payload().length == 0));
        Await.until("another account may have the unit", () -> {
            try {
                return served.devices.create(served.otherAccount, "van-1", null, true) != null;
            } catch (Problem e) {
                return false;
            }
        });
        JsonNode document = awaitDesired("van-1", each -> each.path("revision").longValue() > revision);
        assertThat(document.at("/projects")).isEmpty();
    }

    @Test
    void settingsOfADeviceAreInItsDocument() {
        served.client()
                .patch(
                        "/dongle/devices/" + devices.get(0).id() + "/",
                        "{\"settings\": {\"loggers\": [{\"function\": \"obd.query\"}], \"whitelist\": [\"mine\"]}}")
                .is(200);
        JsonNode document = awaitDesired("van-1", each -> each.has("loggers"));
        assertThat(document.get("whitelist").toString()).isEqualTo("[\"mine\"]");
        assertThat(document.get("projects")).isEmpty();
        served.client()
                .patch("/dongle/devices/" + devices.get(0).id() + "/", "{\"containers\": false}")
                .is(200);
        document = awaitDesired("van-1", each -> !each.has("projects"));
        assertThat(document.get("revision").longValue()).isEqualTo(2);
    }

    @Test
    void aUnitThatIsBehindGetsItsDocumentAgainUnlessItRefusesIt() {
        create(project("{\"name\": \"fleet\"}"), release("1.0.0", 1, ""));
        awaitDesired("van-1", each -> each.has("projects"));
        Await.until("it is marked", () -> count("desired_due IS NULL") == 10);
        int published = link.published.size();
        reportRevision("\"revision\": 1");
        reportRevision("\"revision\": 0, \"error\": {\"code\": \"TOO_LONG\", \"message\": \"m\"}");
        assertThat(count("desired_due IS NULL")).isEqualTo(10);
        reportRevision("");
        Await.until("it is published again", () -> link.published.size() > published);
        assertThat(desired("van-1").get("revision").longValue()).isEqualTo(1);
        Await.until("it is marked", () -> count("desired_due IS NULL") == 10);
        int again = link.published.size();
        reportRevision("\"revision\": 1, \"error\": {\"code\": \"REVISION_BACKWARDS\", \"message\": \"m\"}");
        Await.until("it is published again", () -> link.published.size() > again);
    }

    @Test
    void aUnitWithALaterRevisionThanADatabaseThatWasRestoredGetsAHigherOne() {
        create(project("{\"name\": \"fleet\"}"), release("1.0.0", 1, ""));
        awaitDesired("van-1", each -> each.has("projects"));
        reportRevision("\"revision\": 7, \"error\": {\"code\": \"REVISION_BACKWARDS\", \"message\": \"m\"}");
        assertThat(awaitDesired("van-1", each -> each.get("revision").longValue() > 7)
                        .has("projects"))
                .isTrue();
    }

    @Test
    void theSessionOfADeletedDeviceEndsOnce() {
        served.devices.delete(served.account, devices.get(0).id());
        Await.until("it is cleared", () -> cleared() == 1);
        create(
                project("{\"name\": \"fleet\"}"),
                release("1.0.0", 2, "")
                        .replace(devices.get(0).id(), devices.get(2).id()));
        awaitDesired("van-2", each -> each.has("projects"));
        assertThat(link.ended).containsExactly("van-1");
    }

    @Test
    void aBrokerThatWasAwayLosesWhatItHasOfADeletedDeviceBeforeItGetsTheDocumentOfTheNext() {
        RecordedLink away = new RecordedLink();
        DesiredPublisher publisher = publisher(served.database, null, "away", away);
        create(project("{\"name\": \"fleet\"}"), release("1.0.0", 1, ""));
        awaitDesired("van-1", each -> each.has("projects"));
        served.devices.delete(served.account, devices.get(0).id());
        Await.until("the unit is free", () -> cleared() == 1);
        Device next = served.devices.create(served.account, "van-1", "the next", true);
        served.database.write().useHandle(handle -> served.devices.setSecret(handle, next.number(), "hash"));
        Await.until("no document is due", () -> count("desired_due IS NOT NULL") == 0);
        assertThat(served.devices.secretHash("van-1", "another")).contains("hash");
        assertThat(served.devices.secretHash("van-1", "away"))
                .as("not let in yet")
                .isEmpty();
        publisher.clearFormer();
        publisher.clearFormer();
        assertThat(served.devices.secretHash("van-1", "away")).contains("hash");
        assertThat(away.published).hasSize(2);
        assertThat(away.published).allMatch(each -> each.unitId().equals("van-1") && each.retained());
        assertThat(away.published.get(0).payload()).isEmpty();
        assertThat(tree(new String(away.published.get(1).payload(), StandardCharsets.UTF_8))
                        .get("projects"))
                .isEmpty();
        assertThat(away.ended).containsExactly("van-1");
        assertThat(traces()).isZero();
    }

    @Test
    void whatABrokerHasIsTakenAgainIfItRefusesToEndTheSession() {
        link.refusals = 1;
        served.devices.delete(served.account, devices.get(0).id());
        Await.until("it is tried", () -> link.refusals == 0);
        assertThat(cleared()).isZero();
        served.clock.advance(Duration.ofSeconds(16));
        Await.until("it is tried again", () -> link.ended.contains("van-1"));
        Await.until("the unit is free", () -> cleared() == 1);
    }

    @Test
    void aBrokerThatIsNewIsClearedOfDevicesThatWereDeletedBeforeAndOldOnesAreForgotten() {
        publisher(served.database, null, "lost", new RecordedLink());
        served.devices.delete(served.account, devices.get(0).id());
        Await.until("the unit is free", () -> cleared() == 1);
        RecordedLink later = new RecordedLink();
        publisher(served.database, null, "later", later).clearFormer();
        assertThat(later.ended).containsExactly("van-1");
        assertThat(traces()).as("the lost one's").isEqualTo(1);
        served.clock.advance(Duration.ofDays(91));
        served.devices.delete(served.account, devices.get(1).id());
        assertThat(served.number("SELECT COUNT(*) FROM former_unit")).isEqualTo(1);
        assertThat(served.number("SELECT COUNT(*) FROM former_trace WHERE unit_id = 'van-1'"))
                .isZero();
    }

    private int cleared() {
        return served.number("SELECT cleared FROM former_unit");
    }

    private int traces() {
        return served.number("SELECT COUNT(*) FROM former_trace");
    }

    @Test
    void theDevicesOfAnAccountWhoseAddOnIsSwitchedOffGetNoReleases() {
        create(project("{\"name\": \"fleet\"}"), release("1.0.0", 1, ""));
        awaitDesired("van-1", each -> each.has("projects"));
        served.accounts.setContainers(served.account, false);
        awaitDesired("van-1", each -> !each.has("projects"));
    }

    @Test
    void aDocumentIsPublishedOnceTheBrokerIsThereAndOnceByTwoServices() throws Exception {
        link.connected = false;
        create(project("{\"name\": \"fleet\"}"), release("1.0.0", 10, ""));
        Await.until("all have been tried", () -> count("desired_revision = 1") == 10);
        try (Database second = kind == DatabaseUrl.Kind.SQLITE ? null : Database.open(served.url, 4)) {
            publishing(second == null ? served.database : second, null);
            link.connected = true;
            served.clock.advance(Duration.ofSeconds(16));
            Await.until("all documents", () -> link.published.size() >= 10);
            Await.until("nothing is due", () -> count("desired_due IS NOT NULL") == 0);
            assertThat(link.published).hasSize(10);
            opened.get(1).close();
            opened.remove(1);
        }
    }

    @Test
    void aSignedProjectVerifiesWithOpenSsl() throws Exception {
        Path key = folder.resolve("fleet.key");
        Programs.run(List.of("openssl", "genpkey", "-algorithm", "ed25519", "-out", key.toString()));
        Programs.run(List.of("openssl", "pkey", "-in", key.toString(), "-pubout", "-out", folder + "/fleet.pem"));
        opened.get(0).close();
        opened.clear();
        publishing(served.database, ReleaseSigner.of(key, "fleet"));
        long project = project("{\"name\": \"fleet\"}");
        create(project, release("1.0.0", 1, "").replace("\"A=1\"", "\"Ä=\\\"1\\\"\""));
        JsonNode sent =
                awaitDesired("van-1", each -> each.path("projects").size() == 1).at("/projects/0");
        assertThat(sent.at("/signature/key").textValue()).isEqualTo("fleet");
        Files.write(
                folder.resolve("signature"),
                Base64.getDecoder().decode(sent.at("/signature/value").textValue()));
        Files.writeString(folder.resolve("project.json"), sent.toString());
        // the recipe of docs/releases.md
        Files.writeString(
                folder.resolve("canonical.py"),
                "import json, sys\nproject = json.load(open(sys.argv[1]))\nproject.pop('signature', None)\n"
                        + "text = json.dumps(project, sort_keys=True, separators=(',', ':'), ensure_ascii=False)\n"
                        + "open(sys.argv[2], 'wb').write(text.encode())\n",
                StandardCharsets.UTF_8);
        Programs.run(
                List.of("python3", folder + "/canonical.py", folder + "/project.json", folder + "/canonical.json"));
        Programs.run(List.of(
                "openssl",
                "pkeyutl",
                "-verify",
                "-pubin",
                "-inkey",
                folder + "/fleet.pem",
                "-rawin",
                "-in",
                folder + "/canonical.json",
                "-sigfile",
                folder + "/signature"));
    }

    private int count(String condition) {
        return served.number("SELECT COUNT(*) FROM device WHERE " + condition);
    }

    private void reportRevision(String more) {
        reports.received("van-1", ("{" + more + "}").getBytes(StandardCharsets.UTF_8), false)
                .toCompletableFuture()
                .join();
    }
}
