package io.outrider.service.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.database.WriteQueue;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.wire.Micros;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource
class PresenceHandlerTest {
    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    private ServedAccounts served;
    private PresenceHandler handler;
    private final List<String> came = new ArrayList<>();

    @BeforeEach
    void open() {
        served = new ServedAccounts(kind, folder);
        served.devices.create(served.account, "van-12", null, false);
        handler = handler("one");
    }

    private PresenceHandler handler(String instance) {
        return new PresenceHandler(
                new WriteQueue(served.database), served.devices, instance, (handle, unit) -> came.add(unit));
    }

    @AfterEach
    void close() {
        served.close();
    }

    private boolean online(String message) {
        return online("van-12", handler, message);
    }

    private boolean online(String unit, PresenceHandler instance, String message) {
        instance.received(unit, message.getBytes(StandardCharsets.UTF_8), false)
                .toCompletableFuture()
                .join();
        return isOnline(unit);
    }

    private boolean isOnline(String unit) {
        return served.devices.ofUnit(unit).orElseThrow().online();
    }

    private boolean online(boolean online, int second) {
        return online(
                "{\"online\": %s, \"since\": \"2026-11-22T10:00:%02dZ\", \"agent\": \"1\"}".formatted(online, second));
    }

    @Test
    void aWillEndsTheConnectionThatItIsOf() {
        assertThat(online(true, 10)).isTrue();
        assertThat(online(false, 10)).isFalse();
        assertThat(online(true, 20)).isTrue();
        assertThat(online(false, 25)).isFalse();
        assertThat(came).containsExactly("van-12", "van-12");
    }

    @Test
    void theWillOfAnEarlierConnectionMeansNothing() {
        assertThat(online(true, 10)).isTrue();
        assertThat(online(true, 20)).isTrue();
        assertThat(online(false, 10)).isTrue();
        assertThat(served.devices.ofUnit("van-12").orElseThrow().presenceSince())
                .isEqualTo(1_795_341_620_000_000L);
    }

    @Test
    void unitsOfABrokerThatStartsAreAbsentAndThoseOfOthersAreNot() {
        for (String each : List.of("van-13", "van-14", "van-15")) {
            served.devices.create(served.account, each, null, false);
        }
        String message = "{\"online\": true}";
        assertThat(online("van-12", handler("one"), message)).isTrue();
        assertThat(online("van-13", handler("two"), message)).isTrue();
        assertThat(online("van-14", handler(null), message)).isTrue(); // as after an upgrade
        assertThat(online("van-15", handler("one"), message)).isTrue();
        assertThat(online("van-15", handler("two"), message)).isTrue(); // it has moved
        served.devices.allAbsent("one");
        assertThat(isOnline("van-12")).isFalse();
        assertThat(isOnline("van-13")).isTrue();
        assertThat(isOnline("van-14")).isFalse();
        assertThat(isOnline("van-15")).isTrue();
        assertThat(online("van-12", handler("two"), message)).isTrue();
        served.devices.allAbsent(null);
        assertThat(served.number("SELECT COUNT(*) FROM device WHERE online = 1"))
                .isZero();
    }

    @Test
    void aUnitWhoseClockWentBackIsOnline() {
        assertThat(online(true, 20)).isTrue();
        assertThat(online(false, 30)).isFalse();
        assertThat(online(true, 10)).isTrue();
    }

    @Test
    void aTextThatADatabaseDoesNotTakeCountsWithoutItsCharacter() {
        assertThat(
                        online(
                                "{\"online\": true, \"since\": \"2026-11-22T10:00:05Z\", \"agent\": \"1\\u0000\\ud800\\ud83d\\ude97\"}"))
                .isTrue();
        assertThat(served.devices.ofUnit("van-12").orElseThrow().agent()).isEqualTo("1\ufffd\ufffd\ud83d\ude97");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+999999999-12-31T00:00:00Z",
                "-999999999-01-01T00:00:00Z",
                "2101-01-01T00:00:01Z",
                "1969-12-31T23:59:59Z",
                "x"
            })
    void aTimeThatNoUnitCanHaveIsThatOfTheMessage(String since) {
        assertThat(online("{\"online\": true, \"since\": \"" + since + "\"}")).isTrue();
        assertThat(served.devices.ofUnit("van-12").orElseThrow().presenceSince())
                .isEqualTo(Micros.of(served.clock.instant()));
        assertThat(online(false, 30)).isFalse();
    }

    @Test
    void whatABrokerHadKeptIsNoSignOfAConnection() {
        assertThat(online(true, 10)).isTrue();
        served.devices.allAbsent(null);
        byte[] kept = "{\"online\": true, \"since\": \"2026-11-22T10:00:10Z\"}".getBytes(StandardCharsets.UTF_8);
        handler.received("van-12", kept, true).toCompletableFuture().join();
        assertThat(isOnline("van-12")).isFalse();
        assertThat(came).hasSize(1);
    }

    @Test
    void aLongPresenceIsGivenUp() {
        String padded = "{\"online\": true, \"x\": \"%s\"}";
        assertThat(online(padded.formatted("x".repeat(5_000)))).isFalse();
        assertThat(online(padded.formatted("x".repeat(4_000)))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "{}", "{\"online\": 1}", "[true]", "null"})
    void whatIsNoPresenceChangesNothing(String message) {
        assertThat(online(true, 10)).isTrue();
        assertThat(online(message)).isTrue();
    }
}
