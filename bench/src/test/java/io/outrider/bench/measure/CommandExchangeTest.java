package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.bench.daemon.CommandLedger;
import io.outrider.bench.paho.Echo;
import io.outrider.bench.paho.PahoClient;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a real broker. */
class CommandExchangeTest {
    @TempDir
    Path folder;

    @Test
    void anEchoAnswersOneByOneAndAllAtOnce() throws Exception {
        List<CommandLedger> ledgers = new ArrayList<>();
        try (Mosquitto broker = Mosquitto.open(folder);
                JavaProgram echo = echo(broker);
                CommandExchange exchange = new CommandExchange(broker.port(), "20260101", "a", "b")) {
            assertThat(exchange.oneByOne(20)).hasSize(20).doesNotContain(0);
            assertThat(exchange.atOnce(200, ledgers)).isPositive();
            assertThat(exchange.oneByOne(1)).hasSize(1);
        }
        assertThat(ledgers)
                .singleElement()
                .satisfies(each -> assertThat(each.isExact()).isTrue());
    }

    /** The ledger counts delivered answers, not sent ones. */
    @Test
    void aSecondAnswerIsDetected() throws Exception {
        List<CommandLedger> ledgers = new ArrayList<>();
        try (Mosquitto broker = Mosquitto.open(folder);
                JavaProgram echo = echo(broker);
                PahoClient other = new PahoClient(broker.port(), "other");
                CommandExchange exchange = new CommandExchange(broker.port(), "20260101", "a", "b")) {
            other.subscribe("a", payload -> other.publish("b", payload, () -> {}));
            exchange.atOnce(50, ledgers);
            assertThat(ledgers.get(0).isExact()).isFalse();
            assertThat(ledgers.get(0).text()).contains("50 with several");
        }
    }

    @Test
    void theAnswerToAnotherCommandIsAnError() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                PahoClient impostor = new PahoClient(broker.port(), "impostor");
                CommandExchange exchange = new CommandExchange(broker.port(), "20260101", "a", "b")) {
            byte[] other = CommandExchange.command("20250101000000000000", "test.ping");
            impostor.subscribe("a", payload -> impostor.publish("b", other, () -> {}));
            assertThatThrownBy(() -> exchange.oneByOne(1)).hasMessageContaining("answered was 20250101000000000000");
        }
    }

    private JavaProgram echo(Mosquitto broker) throws Exception {
        return new JavaProgram(folder.resolve("echo"), Echo.class, Integer.toString(broker.port()), "a", "b");
    }
}
