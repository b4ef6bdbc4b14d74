package io.outrider.service.program;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.devices.Devices;
import io.outrider.service.devices.Enrolment;
import io.outrider.service.fixture.ApiClient;
import io.outrider.service.http.OpenApiDocument;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.PostgresServer;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Units that enrol again while somebody is connected with the secret that they had, on both databases. */
@Tag("slow")
@ParameterizedClass
@EnumSource
class WithdrawnSecretTest {
    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    private final int port = Mosquitto.freePort();
    private final List<Process> units = new ArrayList<>();
    private FleetService service;
    private long account;
    private ApiClient client;

    @BeforeEach
    void start() throws IOException {
        String database = switch (kind) {
            case SQLITE -> "";
            case POSTGRESQL -> "[database]\nurl = \"" + PostgresServer.shared().newDatabase() + "\"\n";
        };
        Path settings = Files.writeString(
                folder.resolve("settings.toml"),
                "data = \"" + folder.resolve("data") + "\"\n[http]\nport = 0\n[broker]\nport = " + port
                        + "\n[tls]\nport = 0\n" + database);
        service = FleetService.start(SettingsReader.read(settings, Map.of(), folder), Clock.systemUTC());
        account = service.core().accounts().createAccount("north", true);
        String token = service.core().accounts().createToken(account, "test", null);
        client = new ApiClient(service.url(), "APIToken " + token, OpenApiDocument.load());
        Await.until("the link is up", () -> service.problems().isEmpty());
    }

    @AfterEach
    void stop() {
        units.forEach(Process::destroyForcibly);
        service.close();
    }

    private JsonNode enrol(String unit) {
        ServiceCore core = service.core();
        String code = new Enrolment(core.database(), core.devices(), core.key(), core.clock())
                .createCode(account, unit, null, Duration.ofHours(1));
        return client.post("/enrol/", "{\"code\": \"" + code + "\"}").is(201).json();
    }

    /** Client of a unit's session, which lasts; it ends when it is refused. */
    private Process connected(JsonNode enrolled, String name) throws IOException {
        String unit = enrolled.get("unit_id").textValue();
        List<String> command = new ArrayList<>(List.of("stdbuf", "-oL", "mosquitto_sub", "-d", "-V", "5", "-q", "1"));
        command.addAll(List.of("-h", "127.0.0.1", "-p", Integer.toString(port), "-c", "-x", "3600", "-i", unit));
        command.addAll(List.of("-u", unit, "-P", enrolled.get("password").textValue()));
        command.addAll(List.of("-t", "outrider/v1/" + unit + "/command"));
        Process opened = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name).toFile())
                .start();
        units.add(opened);
        Await.until("the unit has subscribed", () -> has(name, "SUBACK"));
        return opened;
    }

    private boolean has(String name, String line) throws IOException {
        return Files.readString(folder.resolve(name)).contains(line);
    }

    private boolean isOnline(String unit) {
        return service.core().devices().ofUnit(unit).orElseThrow().online();
    }

    private void command(JsonNode enrolled) {
        String path = "/dongle/devices/" + enrolled.get("device_id").textValue() + "/execute/";
        client.post(path, "{\"command\": \"test.ping\"}").is(200);
    }

    @Test
    void anEnrolmentAnewEndsTheOpenConnectionAndLosesNoCommand() throws Exception {
        JsonNode first = enrol("van-12");
        Process former = connected(first, "former");
        Process other = connected(enrol("van-13"), "other");
        command(first);
        Await.until("the unit has its command", () -> has("former", "received PUBLISH"));
        Devices devices = service.core().devices();
        service.core()
                .database()
                .write()
                .useHandle(handle -> devices.present(handle, "van-12", true, null, null, null));
        JsonNode second = enrol("van-12");
        assertThat(former.waitFor(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS))
                .as("it connects again and is refused")
                .isTrue();
        assertThat(isOnline("van-12")).isFalse();
        command(second);
        Process present = connected(second, "present");
        Await.until("the command that waited", () -> has("present", "received PUBLISH"));
        enrol("van-14");
        assertThat(present.isAlive()).isTrue();
        assertThat(other.isAlive()).isTrue();
        assertThat(service.problems()).isEmpty();
    }
}
