package io.outrider.service.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5SubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.suback.Mqtt5SubAckReasonCode;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private final Queue<String> onVictimsTopics = new ConcurrentLinkedQueue<>();
    private final Map<String, MqttClientSslConfig> tls = new HashMap<>();
    private final List<Mqtt5AsyncClient> clients = new ArrayList<>();
    private Mqtt5AsyncClient observer;
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
        BrokerCertificate certificate = TestBroker.certificate(authority, folder, served, Clock.systemUTC());
        int plain = Mosquitto.freePort();
        broker = TestBroker.start(plain, port, folder.resolve("broker"), served, certificate, Clock.systemUTC());
        link = new BrokerLinks(
                plain, OF_UNIT.stream().collect(Collectors.toMap(Function.identity(), this::recordAtService)));
        observe(plain);
        for (String each : List.of(THIEF, VICTIM)) {
            var config = MqttClientSslConfig.builder().trustManagerFactory(trust());
            tls.put(each, (letInBy == LetInBy.PASSWORD ? config : config.keyManagerFactory(key(each))).build());
        }
        connectVictim();
    }

    /** Subscribes to all topics of the victim, as the service may; no unit sees what is published to its own {@code command}. */
    private void observe(int plain) {
        observer = Mqtt5Client.builder()
                .identifier("observer")
                .serverHost("127.0.0.1")
                .serverPort(plain)
                .buildAsync();
        observer.publishes(
                MqttGlobalPublishFilter.ALL,
                each -> onVictimsTopics.add(each.getTopic() + " " + text(each.getPayloadAsBytes())));
        observer.connectWith()
                .simpleAuth()
                .username("_service")
                .password("service-secret".getBytes(StandardCharsets.UTF_8))
                .applySimpleAuth()
                .send()
                .join();
        assertThat(subscribe(observer, VICTIM, "#")).isTrue();
    }

    /** Connects it with a new session, which would also get what is retained, and sees that all its topics work. */
    private void connectVictim() throws Exception {
        victim = unit(VICTIM);
        victim.publishes(MqttGlobalPublishFilter.ALL, each -> atVictim.add(text(each.getPayloadAsBytes())));
        OF_SERVICE.forEach(each -> assertThat(subscribe(victim, VICTIM, each)).isTrue());
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
        observer.disconnect().join();
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

    private Path certificateOf(String unit) {
        return folder.resolve(unit + ".pem");
    }

    private Path keyOf(String unit) {
        return folder.resolve(unit + ".key");
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
        String request = UnitKey.make(folder, unit).request();
        UnitCertificates certificates = new UnitCertificates(authority, Duration.ofDays(1));
        Files.writeString(certificateOf(unit), certificates.issue(unit, MasterKey.hash(SECRET), request));
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
                certificateOf(unit).toString(),
                "-inkey",
                keyOf(unit).toString()));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(KeyStore.getInstance(file.toFile(), STORE_PASSWORD.toCharArray()), STORE_PASSWORD.toCharArray());
        return factory;
    }

    /** Connected client; one that was connected by the same name loses its session to it. */
    private Mqtt5AsyncClient unit(String unit) throws Exception {
        boolean byPassword = letInBy == LetInBy.PASSWORD;
        Mqtt5AsyncClient client = Mqtt5Client.builder()
                .identifier(unit)
                .serverHost("localhost")
                .serverPort(port)
                .sslConfig(tls.get(unit))
                .buildAsync();
        clients.add(client);
        var login = client.connectWith().cleanStart(true).simpleAuth().username(unit);
        (byPassword ? login.password(SECRET.getBytes(StandardCharsets.UTF_8)) : login)
                .applySimpleAuth()
                .send()
                .get(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS);
        return client;
    }

    /** Whether the broker accepts what was sent; false if it answers that the client may not. */
    private static boolean isAccepted(CompletableFuture<?> sent) {
        try {
            sent.get(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Mqtt5PubAckException refusal) {
                assertThat(refusal.getMqttMessage().getReasonCode()).isEqualTo(Mqtt5PubAckReasonCode.NOT_AUTHORIZED);
                return false;
            }
            if (e.getCause() instanceof Mqtt5SubAckException refusal) {
                assertThat(refusal.getMqttMessage().getReasonCodes())
                        .containsExactly(Mqtt5SubAckReasonCode.NOT_AUTHORIZED);
                return false;
            }
            throw new AssertionError("neither accepted nor refused", e);
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

    private static boolean publish(
            Mqtt5AsyncClient client, String unit, String name, String message, boolean retained) {
        return isAccepted(client.publishWith()
                .topic(topic(unit, name))
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(retained)
                .payload(message.getBytes(StandardCharsets.UTF_8))
                .send());
    }

    /** Publishes to the topics, which the broker refuses each time, and not by an end of the connection. */
    private static void assertRefused(Mqtt5AsyncClient client, List<String> topics) {
        for (boolean retained : new boolean[] {false, true}) {
            assertThat(topics)
                    .allSatisfy(each -> assertThat(publish(client, VICTIM, each, "stolen", retained))
                            .isFalse());
        }
    }

    /** Sends a message to each topic of a unit from the side that may, behind whatever was tried before. */
    private void publishAll(Mqtt5AsyncClient client, String unit, String message) {
        OF_UNIT.forEach(each ->
                assertThat(publish(client, unit, each, message, false)).as(each).isTrue());
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
                        && atVictim.stream().filter("own"::equals).count() == OF_SERVICE.size()
                        && onVictimsTopics.stream()
                                        .filter(each -> each.endsWith(" own"))
                                        .count()
                                == ALL.size());
        assertThat(atService)
                .containsExactlyInAnyOrderElementsOf(OF_UNIT.stream()
                        .map(each -> VICTIM + " " + each + " own")
                        .toList());
        assertThat(atVictim).containsExactly("own", "own");
        assertThat(onVictimsTopics)
                .containsExactlyInAnyOrderElementsOf(
                        ALL.stream().map(each -> topic(VICTIM, each) + " own").toList());
        List.of(atService, atVictim, onVictimsTopics).forEach(Queue::clear);
    }

    @Test
    void nothingThatAUnitPublishesToAnothersTopicsArrives() throws Exception {
        assertRefused(unit(THIEF), ALL);
        assertOnlyTheirOwnArrives();
        connectVictim();
    }

    @Test
    void noWillOfAUnitReachesAnothersTopics() throws Exception {
        for (String each : ALL) {
            lose(THIEF, each, "stolen");
        }
        LostUnit.lose(port, THIEF, SECRET, topic(THIEF, "presence"), "lost", words(THIEF));
        Await.until("its own will arrives", () -> atService.remove(THIEF + " presence lost"));
        assertOnlyTheirOwnArrives();
        connectVictim();
    }

    /** Loses a unit that leaves a will for the victim's topic. */
    private void lose(String unit, String name, String will) throws Exception {
        LostUnit.lose(port, unit, SECRET, topic(VICTIM, name), will, words(unit));
    }

    private String[] words(String unit) {
        List<String> words = new ArrayList<>(List.of("--will-retain", "--cafile"));
        words.add(folder.resolve("ca.pem").toString());
        if (letInBy == LetInBy.CERTIFICATE) {
            words.addAll(List.of("--cert", certificateOf(unit).toString()));
            words.addAll(List.of("--key", keyOf(unit).toString()));
        }
        return words.toArray(String[]::new);
    }

    @Test
    void noUnitSubscribesToAnothersTopics() throws Exception {
        Mqtt5AsyncClient thief = unit(THIEF);
        thief.publishes(MqttGlobalPublishFilter.ALL, each -> atThief.add(text(each.getPayloadAsBytes())));
        assertThat(subscribe(thief, THIEF, "command")).isTrue();
        assertThat(ALL)
                .allSatisfy(each -> assertThat(subscribe(thief, VICTIM, each)).isFalse());
        assertOnlyTheirOwnArrives();
        link.publish(new UnitMessage(THIEF, "command", "own".getBytes(StandardCharsets.UTF_8), false, null));
        Await.until("the message behind arrives", () -> !atThief.isEmpty());
        assertThat(atThief).containsExactly("own");
    }

    @Test
    void aUnitsOwnTopicsHaveOneDirection() throws Exception {
        assertRefused(victim, OF_SERVICE);
        assertThat(OF_UNIT)
                .allSatisfy(each -> assertThat(subscribe(victim, VICTIM, each)).isFalse());
        assertOnlyTheirOwnArrives();
        connectVictim();
    }

    @Test
    void noWillOfAUnitReachesItsOwnTopicsOfTheOtherDirection() throws Exception {
        for (String each : OF_SERVICE) {
            lose(VICTIM, each, "wrong");
        }
        lose(VICTIM, "presence", "lost");
        String lost = topic(VICTIM, "presence") + " lost";
        Await.until("its own will arrives", () -> onVictimsTopics.remove(lost));
        Await.until("and at the service", () -> atService.remove(VICTIM + " presence lost"));
        connectVictim();
    }
}
