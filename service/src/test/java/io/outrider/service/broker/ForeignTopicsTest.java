package io.outrider.service.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.Mqtt5ClientBuilder;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.BrokerLinks;
import io.outrider.service.fixture.LostUnit;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.fixture.UnitKey;
import io.outrider.service.link.UnitLink.UnitMessage;
import io.outrider.service.link.UnitMessageHandler;
import io.outrider.service.tls.BrokerCertificate;
import io.outrider.service.tls.CertificateAuthority;
import io.outrider.service.tls.UnitCertificates;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.Programs;
import io.outrider.testkit.TimeoutFactor;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Each topic of another unit, and the wrong direction of each own one, for a unit let in by its password or its certificate. */
@Tag("slow")
@ParameterizedClass
@EnumSource
class ForeignTopicsTest {
    private static final List<String> OF_UNIT = List.of("job", "return", "telemetry", "reported", "presence");
    private static final List<String> OF_SERVICE = List.of("command", "desired");
    private static final List<String> ALL =
            Stream.concat(OF_UNIT.stream(), OF_SERVICE.stream()).toList();

    private static final String THIEF = "van-12";
    private static final String VICTIM = "van-13";
    private static final String SECRET = "unit-secret";
    private static final String STORE_PASSWORD = "password";

    enum LetInBy {
        PASSWORD,
        CERTIFICATE
    }

    @Parameter
    LetInBy letInBy;

    @TempDir
    Path folder;

    private final int port = Mosquitto.freePort();
    private final Queue<String> atService = new ConcurrentLinkedQueue<>();
    private final Queue<String> atVictim = new ConcurrentLinkedQueue<>();
    private final Queue<String> atThief = new ConcurrentLinkedQueue<>();
    private final List<Mqtt5AsyncClient> clients = new ArrayList<>();
    private ServedAccounts served;
    private CertificateAuthority authority;
    private EmbeddedBroker broker;
    private BrokerLinks link;
    private Mqtt5AsyncClient victim;

    @BeforeEach
    void start() throws Exception {
        served = new ServedAccounts(DatabaseUrl.Kind.SQLITE, folder);
        served.enrolled(THIEF, SECRET);
        served.enrolled(VICTIM, SECRET);
        authority = CertificateAuthority.open(served.database, served.key, new SecureRandom(), Clock.systemUTC());
        Files.writeString(folder.resolve("ca.pem"), authority.pem());
        BrokerCertificate certificate = new BrokerCertificate(
                authority,
                List.of("localhost", "127.0.0.1"),
                folder.resolve("tls.p12"),
                served.key.newToken(),
                Clock.systemUTC());
        int plain = Mosquitto.freePort();
        broker = TestBroker.start(plain, port, folder.resolve("broker"), served, certificate, Clock.systemUTC());
        link = new BrokerLinks(
                plain, OF_UNIT.stream().collect(Collectors.toMap(Function.identity(), this::recordAtService)));
        victim = unit(VICTIM);
        OF_SERVICE.forEach(each -> assertThat(subscribe(victim, VICTIM, each)).isTrue());
        victim.publishes(MqttGlobalPublishFilter.ALL, each -> atVictim.add(text(each.getPayloadAsBytes())));
        assertOnlyTheirOwnArrives(); // and the broker has an address for each topic, which may be refused by itself
    }

    private UnitMessageHandler recordAtService(String topic) {
        return (unit, payload, retained) -> {
            atService.add(unit + " " + topic + " " + text(payload));
            return CompletableFuture.completedStage(null);
        };
    }

    @AfterEach
    void stop() {
        clients.forEach(each -> each.disconnect().exceptionally(e -> null).join());
        link.close();
        broker.close();
        served.close();
    }

    private static String text(byte[] payload) {
        return new String(payload, StandardCharsets.UTF_8);
    }

    private static String topic(String unit, String name) {
        return "outrider/v1/" + unit + "/" + name;
    }

    /** Certificate of the unit in PEM, and its key. */
    private record Credentials(Path certificate, Path key) {}

    private Credentials credentials(String unit) throws Exception {
        UnitKey key = UnitKey.make(folder, unit);
        String pem =
                new UnitCertificates(authority, Duration.ofDays(1)).issue(unit, MasterKey.hash(SECRET), key.request());
        return new Credentials(Files.writeString(folder.resolve(unit + ".pem"), pem), key.file());
    }

    private TrustManagerFactory trust() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        InputStream pem = new ByteArrayInputStream(authority.pem().getBytes(StandardCharsets.US_ASCII));
        store.setCertificateEntry(
                "authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }

    private KeyManagerFactory key(String unit) throws Exception {
        Credentials credentials = credentials(unit);
        Path file = folder.resolve(unit + ".p12");
        Programs.run(List.of(
                "openssl",
                "pkcs12",
                "-export",
                "-passout",
                "pass:" + STORE_PASSWORD,
                "-out",
                file.toString(),
                "-in",
                credentials.certificate().toString(),
                "-inkey",
                credentials.key().toString()));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(KeyStore.getInstance(file.toFile(), STORE_PASSWORD.toCharArray()), STORE_PASSWORD.toCharArray());
        return factory;
    }

    /** Connected client; one that was connected by the same name loses its session to it. */
    private Mqtt5AsyncClient unit(String unit) throws Exception {
        Mqtt5ClientBuilder builder =
                Mqtt5Client.builder().identifier(unit).serverHost("localhost").serverPort(port);
        boolean byPassword = letInBy == LetInBy.PASSWORD;
        var tls = MqttClientSslConfig.builder().trustManagerFactory(trust());
        Mqtt5AsyncClient client = builder.sslConfig((byPassword ? tls : tls.keyManagerFactory(key(unit))).build())
                .buildAsync();
        clients.add(client);
        var login = client.connectWith().cleanStart(true).simpleAuth().username(unit);
        (byPassword ? login.password(SECRET.getBytes(StandardCharsets.UTF_8)) : login)
                .applySimpleAuth()
                .send()
                .get(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS);
        return client;
    }

    /** Whether the broker accepts what was sent; false if it refuses it, or ends the connection. */
    private static boolean isAccepted(CompletableFuture<?> sent) {
        try {
            sent.get(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException e) {
            return false;
        } catch (Exception e) {
            throw new AssertionError("neither accepted nor refused", e);
        }
    }

    private static boolean subscribe(Mqtt5AsyncClient client, String unit, String name) {
        return isAccepted(client.subscribeWith()
                .topicFilter(topic(unit, name))
                .qos(MqttQos.AT_LEAST_ONCE)
                .send());
    }

    private static boolean publish(Mqtt5AsyncClient client, String unit, String name, String message) {
        return isAccepted(client.publishWith()
                .topic(topic(unit, name))
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(message.getBytes(StandardCharsets.UTF_8))
                .send());
    }

    /** Sends a message to each topic of a unit from the side that may, behind whatever was tried before. */
    private void publishAll(Mqtt5AsyncClient client, String unit, String message) {
        OF_UNIT.forEach(each ->
                assertThat(publish(client, unit, each, message)).as(each).isTrue());
        for (String each : OF_SERVICE) {
            link.publish(new UnitMessage(unit, each, message.getBytes(StandardCharsets.UTF_8), false, null))
                    .toCompletableFuture()
                    .join();
        }
    }

    /** Waits for what the victim and the service send each other; they get nothing else. */
    private void assertOnlyTheirOwnArrives() {
        publishAll(victim, VICTIM, "own");
        Await.until(
                "all arrive",
                () -> atService.stream().filter(each -> each.endsWith(" own")).count() == OF_UNIT.size()
                        && atVictim.stream().filter("own"::equals).count() == OF_SERVICE.size());
        assertThat(atService)
                .containsExactlyInAnyOrderElementsOf(OF_UNIT.stream()
                        .map(each -> VICTIM + " " + each + " own")
                        .toList());
        assertThat(atVictim).containsExactly("own", "own");
        atService.clear();
        atVictim.clear();
    }

    @Test
    void nothingThatAUnitPublishesToAnothersTopicsArrives() throws Exception {
        for (String each : ALL) {
            assertThat(publish(unit(THIEF), VICTIM, each, "stolen")).as(each).isFalse();
        }
        assertOnlyTheirOwnArrives();
    }

    @Test
    void noWillOfAUnitReachesAnothersTopics() throws Exception {
        List<String> more =
                new ArrayList<>(List.of("--cafile", folder.resolve("ca.pem").toString()));
        if (letInBy == LetInBy.CERTIFICATE) {
            Credentials credentials = credentials(THIEF);
            more.addAll(List.of("--cert", credentials.certificate().toString()));
            more.addAll(List.of("--key", credentials.key().toString()));
        }
        String[] words = more.toArray(String[]::new);
        for (String each : ALL) {
            LostUnit.lose(port, THIEF, SECRET, topic(VICTIM, each), "stolen", words);
        }
        LostUnit.lose(port, THIEF, SECRET, topic(THIEF, "presence"), "lost", words);
        Await.until("its own will arrives", () -> atService.remove(THIEF + " presence lost"));
        assertOnlyTheirOwnArrives();
    }

    @Test
    void noUnitSubscribesToAnothersTopics() throws Exception {
        for (String each : ALL) {
            assertThat(subscribe(listeningThief(), VICTIM, each)).as(each).isFalse();
        }
        Mqtt5AsyncClient thief = listeningThief();
        ALL.forEach(each -> subscribe(thief, VICTIM, each));
        assertOnlyTheirOwnArrives();
        link.publish(new UnitMessage(THIEF, "command", "own".getBytes(StandardCharsets.UTF_8), false, null));
        Await.until("the message behind arrives", () -> !atThief.isEmpty());
        assertThat(atThief).containsExactly("own");
    }

    private Mqtt5AsyncClient listeningThief() throws Exception {
        Mqtt5AsyncClient thief = unit(THIEF);
        thief.publishes(MqttGlobalPublishFilter.ALL, each -> atThief.add(text(each.getPayloadAsBytes())));
        assertThat(subscribe(thief, THIEF, "command")).isTrue();
        return thief;
    }

    @Test
    void aUnitsOwnTopicsHaveOneDirection() throws Exception {
        for (String each : OF_SERVICE) {
            assertThat(publish(unit(VICTIM), VICTIM, each, "wrong")).as(each).isFalse();
        }
        for (String each : OF_UNIT) {
            assertThat(subscribe(unit(VICTIM), VICTIM, each)).as(each).isFalse();
        }
        Mqtt5AsyncClient again = unit(VICTIM);
        again.publishes(MqttGlobalPublishFilter.ALL, each -> atVictim.add(text(each.getPayloadAsBytes())));
        OF_SERVICE.forEach(each -> assertThat(subscribe(again, VICTIM, each)).isTrue());
        victim = again;
        assertOnlyTheirOwnArrives();
    }
}
