package io.outrider.service.program;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.fixture.ApiClient;
import io.outrider.service.http.OpenApiDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Backup of a service that runs, and what its clients and units find after the restore. */
@Tag("slow")
class RunningBackupTest extends OperatorUnderTest {
    private static final String RAW =
            "/logbook/storage/raw/?start_utc=2026-11-27T09:00:00Z&end_utc=2026-11-27T11:00:00Z&device_id=";

    private FleetService start() throws IOException {
        return FleetService.start(SettingsReader.read(settings, Map.of(), folder), Clock.systemUTC());
    }

    private static ApiClient client(FleetService service, String authorization) {
        return new ApiClient(service.url(), authorization, OpenApiDocument.load());
    }

    private static long revision(FleetService service) {
        return service.core()
                .database()
                .list(Long.class, "SELECT desired_revision FROM device")
                .get(0);
    }

    @Test
    void whatWasAcknowledgedBeforeTheBackupIsThereAfterTheRestore() throws Exception {
        Files.writeString(
                settings, "[tls]\nport = 0\n[callbacks]\nallow = [\"127.0.0.0/8\"]\n", StandardOpenOption.APPEND);
        Path backup = folder.resolve("backup.zip");
        String token;
        JsonNode unit;
        JsonNode job;
        long revision;
        try (FleetService service = start()) {
            long account = service.core().accounts().createAccount("north", true);
            token = service.core().accounts().createToken(account, "test", null);
            ApiClient client = client(service, "APIToken " + token);
            String code = client.post("/dongle/enrolment_codes/", "{\"unit_id\": \"van-12\"}")
                    .is(201)
                    .json()
                    .get("code")
                    .textValue();
            unit = client.post("/enrol/", "{\"code\": \"" + code + "\"}")
                    .is(201)
                    .json();
            String device = "/dongle/devices/" + unit.get("device_id").textValue() + "/";
            client.patch(device, "{\"containers\": true}").is(200);
            client.post(
                            "/docker/registries/",
                            "{\"name\": \"own\", \"url\": \"https://r.example\", \"username\": \"u\", \"password\": \"secret\"}")
                    .is(201);
            upload(client(service, "token " + unit.get("password").textValue()), 1);
            job = client.post(
                            device + "execute/",
                            "{\"command\": \"test.ping\", \"callback_url\": \"http://127.0.0.1:1/\", \"callback_timeout\": 600}")
                    .is(200)
                    .json();
            revision = revision(service);
            assertThat(execute("backup", backup.toString())).isZero();
            upload(client(service, "token " + unit.get("password").textValue()), 2);
        }
        Files.move(folder.resolve("data"), folder.resolve("old"));
        assertThat(execute("restore", backup.toString())).isZero();
        try (FleetService service = start()) {
            ApiClient client = client(service, "APIToken " + token);
            String device = unit.get("device_id").textValue();
            assertThat(client.get(RAW + device).is(200).json()).hasSize(1);
            upload(client(service, "token " + unit.get("password").textValue()), 3);
            assertThat(client.get(RAW + device).is(200).json()).hasSize(2);
            assertThat(client.get("/dongle/devices/" + device + "/callback/"
                                    + job.get("jid").textValue() + "/")
                            .is(200)
                            .json()
                            .get("sent_requests"))
                    .isEmpty();
            assertThat(decrypted(service, "SELECT token FROM callback")).isEqualTo(token);
            assertThat(decrypted(service, "SELECT password FROM registry")).isEqualTo("secret");
            assertThat(revision(service)).as("behind all that units have").isGreaterThan(revision + 999_999);
        }
    }

    private static void upload(ApiClient unit, int number) {
        String record = "[{\"@t\": \"obd.speed\", \"@ts\": \"2026-11-27T10:00:0%dZ\", \"value\": 1}]".formatted(number);
        unit.send("POST", "/logbook/storage/", record, Map.of("unit-id", "van-12"))
                .is(200);
    }

    private static String decrypted(FleetService service, String query) {
        byte[] secret = service.core().database().find(byte[].class, query).orElseThrow();
        return service.core().key().decrypted(secret).orElseThrow();
    }
}
