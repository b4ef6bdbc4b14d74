package io.outrider.service.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.service.fixture.BrokerLinks;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.Mosquitto.BrokerConfig;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of units that the service ends at a broker that is not its own. */
class EndedSessionTest {
    @TempDir
    Path folder;

    private static void end(BrokerLinks links) throws Exception {
        links.endSession("van-12").toCompletableFuture().get(TimeoutFactor.scaledSeconds(30), TimeUnit.SECONDS);
    }

    private static BrokerLinks links(Mosquitto broker) {
        return new BrokerLinks(
                broker.port(), Map.of("return", (unit, payload, retained) -> CompletableFuture.completedStage(null)));
    }

    @Test
    void aBrokerThatRefusesTheServiceAUnitsIdHoldsNothingUp() throws Exception {
        BrokerConfig own = new BrokerConfig().listenerLine("clientid_prefixes service-");
        try (Mosquitto broker = Mosquitto.configured(folder, own);
                BrokerLinks links = links(broker)) {
            end(links);
            assertThat(links.problem()).isNull();
        }
    }

    @Test
    void aBrokerThatIsNotThereIsAskedAgain() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                BrokerLinks links = links(broker)) {
            end(links);
            broker.stop();
            assertThatThrownBy(() -> end(links)).isNotNull();
        }
    }
}
