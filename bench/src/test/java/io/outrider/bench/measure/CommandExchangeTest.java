package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.bench.paho.Echo;
import io.outrider.bench.paho.PahoClient;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The means by which answers are measured, on a real broker. */
class CommandExchangeTest {
    @TempDir
    Path folder;

    @Test
    void anEchoAnswersOneByOneAndAllAtOnce() throws Exception {
        List<ReturnTally> tallies = new ArrayList<>();
        try (Mosquitto broker = Mosquitto.open(folder);
                JavaProgram echo = echo(broker);
                CommandExchange exchange = new CommandExchange(broker.port(), "20260101", "a", "b")) {
            assertThat(exchange.oneByOne(20)).hasSize(20).doesNotContain(0);
            assertThat(exchange.atOnce(200, tallies)).isPositive();
            assertThat(exchange.oneByOne(1)).hasSize(1);
        }
        assertThat(tallies)
                .singleElement()
                .satisfies(each -> assertThat(each.isExact()).isTrue());
    }

    /** The tally is fed by what the broker delivers, not by what was sent. */
    @Test
    void twoWhoAnswerTheSameAreSeen() throws Exception {
        List<ReturnTally> tallies = new ArrayList<>();
        try (Mosquitto broker = Mosquitto.open(folder);
                JavaProgram echo = echo(broker);
                PahoClient other = new PahoClient(broker.port(), "other");
                CommandExchange exchange = new CommandExchange(broker.port(), "20260101", "a", "b")) {
            other.subscribe("a", payload -> other.publish("b", payload, () -> {}));
            exchange.atOnce(50, tallies);
            assertThat(tallies.get(0).isExact()).isFalse();
            assertThat(tallies.get(0).text()).contains("50 with several");
        }
    }

    @Test
    void theAnswerToAnotherCommandIsNotTakenForOnes() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                PahoClient liar = new PahoClient(broker.port(), "liar");
                CommandExchange exchange = new CommandExchange(broker.port(), "20260101", "a", "b")) {
            byte[] other = CommandExchange.command("20250101000000000000", "test.ping");
            liar.subscribe("a", payload -> liar.publish("b", other, () -> {}));
            assertThatThrownBy(() -> exchange.oneByOne(1)).hasMessageContaining("answered was 20250101000000000000");
        }
    }

    private JavaProgram echo(Mosquitto broker) throws Exception {
        return new JavaProgram(folder.resolve("echo"), Echo.class, Integer.toString(broker.port()), "a", "b");
    }
}
