package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.client.LocalClient;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Follower of the daemon's stream that reconnects after restarts, like {@code journalctl -f}. */
final class Follower {
    private static final Set<ErrorCode> RETRIED = Set.of(CommandLineErrors.NOT_RUNNING, CommandLineErrors.DAEMON_LOST);
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final LocalClient client;
    private final Ticker ticker;
    private final Consumer<String> messages;
    private boolean connected;
    private boolean everConnected;

    /** @param messages receives one message for each lost connection or overrun */
    Follower(LocalClient client, Ticker ticker, Consumer<String> messages) {
        this.client = client;
        this.ticker = ticker;
        this.messages = messages;
    }

    /**
     * Runs until interrupted.
     *
     * @throws Failure if the first connection fails, or the daemon's data are malformed
     */
    void follow(String query, LocalClient.Listener listener) throws Failure, InterruptedException {
        while (true) {
            try {
                client.follow(query, this::connected, (event, data) -> onEvent(event, data, listener));
            } catch (Failure e) {
                if (!everConnected || !RETRIED.contains(e.errorCode())) {
                    throw e;
                }
                if (connected) {
                    messages.accept("the daemon has ended; this goes on when it is back (Ctrl-C ends it)");
                }
            }
            connected = false;
            ticker.sleep(PAUSE);
        }
    }

    private void connected() {
        connected = true;
        everConnected = true;
    }

    private void onEvent(String event, JsonNode data, LocalClient.Listener listener) throws Failure {
        if (event.equals("loss")) {
            messages.accept(data.path("dropped").asLong() + " events were missed: what reads this is too slow");
        } else {
            listener.onEvent(event, data);
        }
    }
}
