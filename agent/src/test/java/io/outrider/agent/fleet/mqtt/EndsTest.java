package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Ticker;
import java.io.EOFException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EndsTest {
    @Test
    void whatTheBrokerAcknowledgedBeforeItsEndWasExplainedIsAcknowledgedAndNotFailed() throws Exception {
        LinkSettings settings = Unit.plain(1);
        Address address = Address.parse(settings.url());
        Ticker ticker = Ticker.system();
        Session session = new Session(
                "u1", new BrokerSocket(address, null, Duration.ofSeconds(1), new Traffic(ticker), ticker, 0), ticker);
        Unit.Verdict taken = new Unit.Verdict();
        Unit.Verdict refused = new Unit.Verdict();
        Delivery good = new Delivery(new Message("job", new byte[0], false), taken);
        Delivery bad = new Delivery(new Message("job", new byte[0], false), refused);
        session.inbox().add(new Event.Acknowledged(good, 0));
        session.inbox().add(new Event.Acknowledged(bad, 0x87));
        session.inbox().add(new Event.Ended(new EOFException()));
        try {
            assertThatThrownBy(() -> Ends.check(new Event.Ended(null), session, new Troubles(address, settings)))
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
