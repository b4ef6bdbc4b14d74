package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Ticker;
import java.io.EOFException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DisconnectReasonsTest {
    @Test
    void whatTheBrokerAcknowledgedBeforeItsEndWasExplainedIsAcknowledgedAndNotFailed() throws Exception {
        LinkSettings settings = LinkUnit.plain(1);
        BrokerAddress address = BrokerAddress.parse(settings.url());
        Ticker ticker = Ticker.system();
        PahoSession session = new PahoSession(
                "u1",
                new BrokerSocket(address, null, Duration.ofSeconds(1), new TrafficCounter(ticker), ticker, 0),
                ticker);
        LinkUnit.Verdict taken = new LinkUnit.Verdict();
        LinkUnit.Verdict refused = new LinkUnit.Verdict();
        PendingPublish good = new PendingPublish(new OutboundMessage("job", new byte[0], false), taken);
        PendingPublish bad = new PendingPublish(new OutboundMessage("job", new byte[0], false), refused);
        session.inbox().add(new SessionEvent.Acknowledged(good, 0));
        session.inbox().add(new SessionEvent.Acknowledged(bad, 0x87));
        session.inbox().add(new SessionEvent.Ended(new EOFException()));
        try {
            assertThatThrownBy(() -> DisconnectReasons.check(
                            new SessionEvent.Ended(null), session, new ErrorMessages(address, settings)))
                    .isInstanceOf(LinkFailure.class);
        } finally {
            session.end();
            session.gone(Duration.ofSeconds(5));
        }
        good.receipt().failed(); // as all that were under way are told
        bad.receipt().failed();
        assertThat(taken.isAcknowledged()).isTrue();
        assertThat(refused.isFailed()).isTrue();
    }
}
