package io.outrider.service.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.accounts.MasterKey;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.devices.Devices;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Instances whose broker has gone and is back, while a unit that was connected to it is not: alone, and in a cluster. */
@Tag("slow")
class RestartedBrokerTest {
    private static final String SECRET = "unit-secret";

    @TempDir
    Path folder;

    private final int port = Mosquitto.freePort();

    private FleetService start(String more) throws IOException {
        Path settings = Files.writeString(
                folder.resolve("settings.toml"),
                "data = \"" + folder.resolve("data") + "\"\n[http]\nport = 0\n[broker]\nport = " + port + "\n" + more);
        return FleetService.start(SettingsReader.read(settings, Map.of(), folder), Clock.systemUTC());
    }

    private static String settings(DatabaseUrl.Kind kind) {
        return switch (kind) {
            case SQLITE -> "";
            case POSTGRESQL ->
                "cluster = \"127.0.0.1:" + Mosquitto.freePort() + "\"\n[database]\nurl = \""
                        + PostgresServer.shared().newDatabase() + "\"\n";
        };
    }

    private static boolean isOnline(FleetService service, String unit) {
        return service.core().devices().ofUnit(unit).orElseThrow().online();
    }

    /** Says that a unit is online, which the broker keeps, and goes without a will. */
    private void connect(String unit) throws Exception {
        Process process = new ProcessBuilder(
                        "mosquitto_pub",
                        "-V",
                        "5",
                        "-h",
                        "127.0.0.1",
                        "-p",
                        Integer.toString(port),
                        "-u",
                        unit,
                        "-P",
                        SECRET,
                        "-i",
                        unit,
                        "-q",
                        "1",
                        "-r",
                        "-t",
                        "outrider/v1/" + unit + "/presence",
                        "-m",
                        "{\"online\": true, \"since\": \"2026-11-22T10:00:00Z\"}")
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aUnitThatDoesNotComeBackIsAbsentAndOneAtAnotherBrokerIsNot(DatabaseUrl.Kind kind) throws Exception {
        String more = settings(kind);
        try (FleetService service = start(more)) {
            Devices devices = service.core().devices();
            long account = service.core().accounts().createAccount("north", true);
            for (String each : List.of("van-12", "van-13", "van-14", "van-15")) {
                long number = devices.create(account, each, null, false).number();
                service.core()
                        .database()
                        .write()
                        .useHandle(handle -> devices.setSecret(handle, number, MasterKey.hash(SECRET)));
            }
            service.core().database().write().useHandle(handle -> {
                devices.present(handle, "van-13", true, null, null, "service-other");
            });
            for (String each : List.of("van-12", "van-14")) { // the second, so that the first is acknowledged
                connect(each);
                Await.until("the unit is online", () -> isOnline(service, each));
            }
        }
        try (FleetService service = start(more)) {
            Await.until("the link is up", () -> service.problems().isEmpty());
            connect("van-15");
            Await.until("messages of units come", () -> isOnline(service, "van-15"));
            assertThat(isOnline(service, "van-12")).isFalse();
            assertThat(isOnline(service, "van-13")).isEqualTo(kind == DatabaseUrl.Kind.POSTGRESQL);
            connect("van-12");
            Await.until("the unit is back", () -> isOnline(service, "van-12"));
        }
    }
}
