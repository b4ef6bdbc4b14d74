package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.paho.PahoClient;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real mosquitto, and a bare client in the unit's place, which publishes first and last number as text. */
@Tag("slow")
class BrokerReceiverTest {
    private static final String UNIT = "u";
    private static final Pattern NUMBERS = Pattern.compile("(\\d+)-(\\d+)");

    private final Ledger ledger = new Ledger(UNIT, false);
    private final AtomicInteger acknowledged = new AtomicInteger();
    private BrokerReceiver receiver;

    @BeforeEach
    void open(@TempDir Path folder) {
        receiver = new BrokerReceiver(UNIT, folder, ledger, BrokerReceiverTest::read);
        ledger.posting(0, 1, 1_000);
        ledger.accepted(0, 1, 1_000);
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    private static List<Row> read(byte[] payload) throws IOException {
        Matcher numbers = NUMBERS.matcher(new String(payload, StandardCharsets.UTF_8));
        if (!numbers.matches()) {
            throw new IOException("no numbers");
        }
        List<Row> rows = new ArrayList<>();
        for (int n = Integer.parseInt(numbers.group(1)); n <= Integer.parseInt(numbers.group(2)); n++) {
            rows.add(new Row(UNIT, "a", n, Map.of("@t", "soak.count", "n", n, "producer", 0)));
        }
        return rows;
    }

    private void publish(int port, String... payloads) {
        int before = acknowledged.get();
        try (PahoClient unit = new PahoClient(port, "unit")) {
            for (String payload : payloads) {
                unit.publish(
                        "outrider/v1/" + UNIT + "/telemetry",
                        payload.getBytes(StandardCharsets.UTF_8),
                        acknowledged::incrementAndGet);
            }
            Await.until("all are acknowledged", () -> acknowledged.get() == before + payloads.length);
        }
    }

    private void awaitDelivered(int numbers) {
        Await.until("delivered", () -> ledger.sums().delivered() == numbers);
    }

    @Test
    void whatIsPublishedArrives() {
        publish(receiver.network().port(), "1-500", "501-1000");
        awaitDelivered(1_000);
        assertThat(ledger.complaints()).isEmpty();
    }

    @Test
    void itArrivesAfterARestartOfTheBrokerToo() {
        publish(receiver.network().port(), "1-500");
        receiver.restart();
        publish(receiver.network().port(), "501-1000");
        awaitDelivered(1_000);
    }

    @Test
    void whatTheBrokerHasAcknowledgedIsHereBeforeItIsKilled() {
        publish(receiver.network().port(), "1-300", "301-500");
        receiver.kill();
        assertThat(ledger.sums().delivered()).isEqualTo(500);
        publish(receiver.network().port(), "501-1000");
        awaitDelivered(1_000);
    }

    @Test
    void rubbishIsWrongAndEndsNothing() {
        publish(receiver.network().port(), "rubbish", "1-1000");
        awaitDelivered(1_000);
        assertThat(ledger.complaints()).singleElement().asString().contains("no numbers");
    }

    @Test
    void aStalledNetworkIsPassedByWhoeverKnowsTheBroker() {
        receiver.network().mode(LossProxy.LossMode.STALL);
        publish(receiver.port(), "1-1000");
        awaitDelivered(1_000);
    }
}
