package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import io.outrider.testkit.ToyPortsModule.ToyPortsFactory;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Access of a module to the fleet's report and to the local API of a whole daemon. */
@Timeout(120)
class ModuleAccessTest {
    @TempDir
    private Path home;

    private final ObjectMapper mapper = new ObjectMapper();

    @Test
    void aRequestedReportReachesTheFleet() throws Exception {
        try (Mosquitto broker = Mosquitto.open(home);
                MqttPair fleet = new MqttPair(broker);
                RunningDaemon unit = new RunningDaemon(home)
                        .settings(RunningDaemon.linkTo(broker.port()))
                        .startBeside(new ToyPortsFactory())) {
            MqttPair.Subscription reports = fleet.subscribe("outrider/v1/" + RunningDaemon.UNIT + "/reported");
            reports.await(each -> true); // of the connection
            for (int i = 0; i <= 20; i++) {
                unit.run("wired.report", "pulled " + i);
            }
            assertThat(reports.await(each -> each.text().contains("pulled 20")).text())
                    .contains("\"wired\":\"pulled 20\"");
            int sent = reports.all().size();
            assertThat(sent).as("requests are merged").isLessThan(15);
            unit.run("wired.report", "pulled 20");
            unit.run("wired.report", "done");
            reports.await(each -> each.text().contains("\"done\""));
            assertThat(reports.all()).as("one without a change is not sent").hasSize(sent + 1);
        }
    }

    @Test
    void theStoredDocumentFindsTheLocalApiOpen() throws Exception {
        Path desired = home.resolve("data/desired/desired.json");
        Files.createDirectories(desired.getParent());
        Files.writeString(desired, "{\"revision\": 1, \"wired\": \"address\"}");
        try (Mosquitto broker = Mosquitto.open(home);
                MqttPair fleet = new MqttPair(broker);
                RunningDaemon unit = new RunningDaemon(home)
                        .settings(RunningDaemon.linkTo(broker.port()))
                        .startBeside(new ToyPortsFactory())) {
            MqttPair.Subscription reports = fleet.subscribe("outrider/v1/" + RunningDaemon.UNIT + "/reported");
            String address = mapper.valueToTree(unit.run("wired.access", "app"))
                    .path("address")
                    .textValue();
            assertThat(reports.await(each -> each.text().contains("\"wired\"")).text())
                    .contains("\"api " + address + "\"")
                    .doesNotContain("null\"");
        }
    }

    @Test
    void aTokenOfAClientOpensTheLocalApiUntilTheKeyIsDeleted() throws Exception {
        String token;
        try (RunningDaemon unit = new RunningDaemon(home).settings().startBeside(new ToyPortsFactory())) {
            JsonNode access = mapper.valueToTree(unit.run("wired.access", "app"));
            token = access.path("token").textValue();
            assertThat(access.path("unit").textValue()).isEqualTo(RunningDaemon.UNIT);
            assertThat(status(access.path("address").textValue(), token)).isEqualTo(200);
            assertThat(status(access.path("address").textValue(), token.replace("app.", "apq.")))
                    .isEqualTo(401);
        }
        try (RunningDaemon unit = new RunningDaemon(home).settings().startBeside(new ToyPortsFactory())) {
            JsonNode access = mapper.valueToTree(unit.run("wired.access", "app"));
            assertThat(access.path("token").textValue()).as("after a restart").isEqualTo(token);
            Files.delete(unit.data().resolve("local/client-key"));
            assertThat(status(access.path("address").textValue(), token)).isEqualTo(401);
        }
    }

    private static int status(String address, String token) throws Exception {
        var connection =
                (HttpURLConnection) URI.create(address + "/status").toURL().openConnection();
        connection.setRequestProperty("Authorization", "Bearer " + token);
        try {
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }

    @Test
    void thereIsNoAddressWhileTheLocalApiIsOff() throws Exception {
        try (RunningDaemon unit = new RunningDaemon(home)
                .file("unit.id = \"u-7\"\nlocal.enabled = false\n")
                .startBeside(new ToyPortsFactory())) {
            Object access = unit.daemon()
                    .functions()
                    .prepare("wired.access", List.of("app"), Map.of())
                    .run();
            assertThat(((Map<?, ?>) access).get("address")).isEqualTo("null");
        }
    }
}
