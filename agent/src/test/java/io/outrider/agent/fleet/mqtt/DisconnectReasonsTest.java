package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Ticker;
import java.io.EOFException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DisconnectReasonsTest {
    @Test
    void messagesAcknowledgedBeforeTheEndAreNotFailed() throws Exception {
        LinkSettings settings = LinkUnit.plain(1);
        BrokerAddress address = BrokerAddress.parse(settings.url());
        Ticker ticker = Ticker.system();
        PahoSession session = new PahoSession(
                "u1",
                new BrokerSocket(address, null, Duration.ofSeconds(1), new LinkCounters(ticker), ticker, 0),
                ticker);
        LinkUnit.RecordingCallback queued = new LinkUnit.RecordingCallback();
        LinkUnit.RecordingCallback refused = new LinkUnit.RecordingCallback();
        PendingPublish good = new PendingPublish(new OutboundMessage("job", new byte[0], false), queued);
        PendingPublish bad = new PendingPublish(new OutboundMessage("job", new byte[0], false), refused);
        session.inbox.add(new SessionEvent.Acknowledged(good, 0));
        session.inbox.add(new SessionEvent.Acknowledged(bad, 0x87));
        session.inbox.add(new SessionEvent.Disconnected(new EOFException()));
        try {
            assertThatThrownBy(() -> DisconnectReasons.check(
                            new SessionEvent.Disconnected(null), session, new ErrorMessages(address, settings)))
                    .isInstanceOf(LinkFailure.class);
        } finally {
            session.end();
            session.awaitTermination(Duration.ofSeconds(5));
        }
        good.callback.failed(); // as for all messages in flight
        bad.callback.failed();
        assertThat(queued.isAcknowledged()).isTrue();
        assertThat(refused.isFailed()).isTrue();
    }
}
