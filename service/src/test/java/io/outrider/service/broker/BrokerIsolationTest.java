package io.outrider.service.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.devices.Device;
import io.outrider.service.fixture.BrokerLinks;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.link.UnitLink.UnitMessage;
import io.outrider.service.link.UnitMessageHandler;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.TimeoutFactor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Units at the embedded broker that try to be another, or to reach another's messages. */
@Tag("slow")
class BrokerIsolationTest {
    private static final String SECRET = "unit-secret";

    @TempDir
    Path folder;

    private final int port = Mosquitto.freePort();
    private final ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> overheard = new ConcurrentLinkedQueue<>();
    private final List<Mqtt5AsyncClient> clients = new ArrayList<>();
    private ServedAccounts served;
    private EmbeddedBroker broker;
    private BrokerLinks link;

    @BeforeEach
    void start() {
        served = new ServedAccounts(DatabaseUrl.Kind.SQLITE, folder);
        for (String unit : List.of("van-12", "van-13", "van-14")) {
            served.enrolled(unit, SECRET);
        }
        broker = TestBroker.start(port, folder.resolve("broker"), served);
        UnitMessageHandler handler = (unit, payload, retained) -> {
            received.add(unit + " " + new String(payload, StandardCharsets.UTF_8));
            return CompletableFuture.completedStage(null);
        };
        link = new BrokerLinks(port, Map.of("return", handler, "telemetry", handler, "presence", handler));
    }

    @AfterEach
    void stop() {
        clients.forEach(each -> each.disconnect().exceptionally(e -> null).join());
        link.close();
        broker.close();
        served.close();
    }

    private Mqtt5AsyncClient client(String id) {
        Mqtt5AsyncClient client = Mqtt5Client.builder()
                .identifier(id)
                .serverHost("127.0.0.1")
                .serverPort(port)
                .buildAsync();
        clients.add(client);
        return client;
    }

    /** @param user null for none */
    private boolean connects(Mqtt5AsyncClient client, String user, String password) {
        var connect = client.connectWith().cleanStart(true);
        var connecting = user == null
                ? connect.send()
                : connect.simpleAuth()
                        .username(user)
                        .password(password.getBytes(StandardCharsets.UTF_8))
                        .applySimpleAuth()
                        .send();
        return succeeds(connecting);
    }

    private static boolean succeeds(CompletableFuture<?> future) {
        try {
            future.get(TimeoutFactor.scaledSeconds(5), TimeUnit.SECONDS);
            return true;
        } catch (Exception e) { // the refusal
            return false;
        }
    }

    private Mqtt5AsyncClient unit(String unit) {
        Mqtt5AsyncClient client = client(unit);
        assertThat(connects(client, unit, SECRET)).isTrue();
        return client;
    }

    private static CompletableFuture<?> publish(Mqtt5AsyncClient client, String topic, String message) {
        return client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(message.getBytes(StandardCharsets.UTF_8))
                .send();
    }

    @Test
    void noSubscriptionOfAUnitReachesAnothersMessages() {
        link.publish(new UnitMessage("van-13", "desired", "secret".getBytes(StandardCharsets.UTF_8), true, null))
                .toCompletableFuture()
                .join();
        Mqtt5AsyncClient victim = unit("van-13");
        assertThat(succeeds(victim.subscribeWith()
                        .topicFilter("outrider/v1/van-13/command")
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .send()))
                .isTrue();
        victim.publishes(MqttGlobalPublishFilter.ALL, each -> received.add("command"));
        int commands = 0;
        for (String filter : List.of(
                "#",
                "outrider/v1/+/command",
                "$share/x/outrider/v1/+/command",
                "$share/outrider-service/outrider/v1/+/return",
                "outrider/v1/van-13/command::van-13.outrider/v1/van-13/command",
                "outrider/v1/van-12/command::van-13.outrider/v1/van-13/command",
                "outrider/v1/van-12/command::outrider-service.outrider/v1/+/return",
                "van-13.outrider/v1/van-13/command",
                "$sys.mqtt.sessions")) {
            Mqtt5AsyncClient thief = unit("van-12"); // takes over the session of the last one
            thief.publishes(MqttGlobalPublishFilter.ALL, each -> overheard.add(filter + " " + each));
            succeeds(thief.subscribeWith()
                    .topicFilter(filter)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .send());
            String message = "after " + filter;
            for (int i = 0; i < 2; i++) {
                link.publish(new UnitMessage(
                                "van-13", "command", message.getBytes(StandardCharsets.UTF_8), false, null))
                        .toCompletableFuture()
                        .join();
                assertThat(publish(victim, "outrider/v1/van-13/return", message + i))
                        .succeedsWithin(TimeoutFactor.scaledSeconds(10), TimeUnit.SECONDS);
                String expected = "van-13 " + message + i;
                Await.until("the service has " + message, () -> received.contains(expected));
            }
            commands += 2;
            int all = commands;
            Await.until(
                    "the unit has its commands in spite of " + filter,
                    () -> received.stream().filter("command"::equals).count() == all);
        }
        assertThat(overheard).isEmpty();
    }

    @Test
    void noOtherIdentityConnectsOrTakesOverASession() {
        Mqtt5AsyncClient victim = unit("van-13");
        long user = served.accounts.createUser(served.account, "a@example.com", ServedAccounts.PASSWORD);
        String session =
                served.accounts.login("a@example.com", ServedAccounts.PASSWORD).orElseThrow() + user;
        String[][] wrong = {
            {null, null},
            {"van-12", SECRET}, // with another's client id
            {"van-13", "wrong"},
            {"van-13", ""},
            {"van-13", MasterKey.hash(SECRET)},
            {"van-13", served.token},
            {"van-13", session},
            {"VAN-13", SECRET},
            {"van-13 ", SECRET},
            {"v\u00e4n-13", SECRET},
            {"+", SECRET},
            {"#", SECRET},
            {"van-1%", SECRET},
            {"' OR 1=1 --", SECRET},
            {"_service", "wrong"},
            {"_service", SECRET},
            {"_cluster", SECRET},
            {served.token, SECRET},
        };
        for (String[] each : wrong) {
            for (String id : List.of("van-13", "service-1")) {
                assertThat(connects(client(id), each[0], each[1]))
                        .as(each[0] + " with " + each[1] + " as " + id)
                        .isFalse();
            }
        }
        assertThat(victim.getState().isConnected()).isTrue();
        assertThat(publish(victim, "outrider/v1/van-13/return", "still here"))
                .succeedsWithin(TimeoutFactor.scaledSeconds(10), TimeUnit.SECONDS);
        Await.until("the message arrives", () -> received.contains("van-13 still here"));
        assertThat(link.problem()).isNull();
    }

    @Test
    void aDeletedUnitDoesNotConnectAgain() {
        Device device = served.devices.ofUnit("van-14").orElseThrow();
        unit("van-14").disconnect().join();
        served.devices.delete(served.account, device.id());
        assertThat(connects(client("van-14"), "van-14", SECRET)).isFalse();
    }
}
