package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.client.LocalClient;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Follows the daemon's stream across its restarts, as people know it of {@code journalctl -f}. */
final class Follower {
    private static final Set<String> MAY_COME_BACK = Set.of("NOT_RUNNING", "DAEMON_LOST");
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final LocalClient client;
    private final Ticker ticker;
    private final Consumer<String> says;

    /** @param says told, once each time, that the daemon has gone or was too fast for us */
    Follower(LocalClient client, Ticker ticker, Consumer<String> says) {
        this.client = client;
        this.ticker = ticker;
        this.says = says;
    }

    /**
     * Goes on until it is interrupted.
     *
     * @throws Failure if the daemon has not been there from the beginning, or cannot be understood
     */
    void follow(String query, LocalClient.Listener listener) throws Failure, InterruptedException {
        Attempt attempt = new Attempt(listener);
        while (true) {
            try {
                client.follow(query, attempt);
            } catch (Failure e) {
                if (!attempt.everHeard || !MAY_COME_BACK.contains(e.code())) {
                    throw e;
                }
                if (attempt.heard) {
                    says.accept("the daemon has ended; this goes on when it is back (Ctrl-C ends it)");
                }
            }
            attempt.heard = false;
            ticker.sleep(PAUSE);
        }
    }

    /** Passes on, and knows whether there has been anything. */
    private final class Attempt implements LocalClient.Listener {
        private final LocalClient.Listener listener;
        private boolean heard;
        private boolean everHeard;

        private Attempt(LocalClient.Listener listener) {
            this.listener = listener;
        }

        @Override
        public void connected() {
            heard = true;
            everHeard = true;
            listener.connected();
        }

        @Override
        public void told(String event, JsonNode data) throws Failure {
            if (event.equals("loss")) {
                says.accept(data.path("dropped").asLong() + " events were missed: what reads this is too slow");
            } else {
                listener.told(event, data);
            }
        }
    }
}
