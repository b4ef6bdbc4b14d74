package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.publisher.Publisher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Mock broker: lists published messages and acknowledges or refuses them at once. Thread-safe. */
final class Broker implements Publisher {
    /** @param topic its last level */
    record Message(String topic, JsonNode payload) {
        String jid() {
            return payload.path("jid").asText();
        }

        boolean isReply() {
            return topic.equals(Reply.RETURN) || payload.path("state").asText().equals("rejected");
        }
    }

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<Message> messages = new ArrayList<>();
    volatile boolean connected = true;
    volatile boolean losesAcknowledgements;
    volatile boolean hasNoSubscriber;
    volatile int longest = Integer.MAX_VALUE;
    volatile boolean forbidden;
    final AtomicInteger refusals = new AtomicInteger();
    final AtomicInteger lost = new AtomicInteger();

    @Override
    public boolean publish(String topic, byte[] payload, PublishCallback receipt) {
        if (!connected) {
            return false;
        }
        boolean tooLong = payload.length > longest;
        if (tooLong || forbidden && topic.equals(Reply.RETURN)) {
            refusals.incrementAndGet();
            receipt.refused(tooLong ? "longer than the broker takes" : "not allowed", tooLong);
            return true;
        }
        Message message;
        try {
            message = new Message(topic, MAPPER.readTree(new String(payload, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        synchronized (this) {
            messages.add(message);
            notifyAll();
        }
        if (losesAcknowledgements) {
            receipt.failed();
            if (topic.equals(Reply.RETURN)) {
                lost.incrementAndGet();
            }
        } else if (hasNoSubscriber) {
            receipt.unheard();
        } else {
            receipt.acknowledged();
        }
        return true;
    }

    synchronized List<Message> messages() {
        return List.copyOf(messages);
    }

    List<JsonNode> replies(String jid) {
        return messages().stream()
                .filter(each -> each.isReply() && each.jid().equals(jid))
                .map(Message::payload)
                .toList();
    }

    /** States published for a job, rejections included. */
    List<String> states(String jid) {
        return messages().stream()
                .filter(each -> each.topic().equals(Reply.JOB) && each.jid().equals(jid))
                .map(each -> each.payload().path("state").asText())
                .toList();
    }

    /** Waits for the first reply. */
    JsonNode reply(String jid) {
        await(() -> !replies(jid).isEmpty());
        return replies(jid).get(0);
    }

    void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + 120_000_000_000L;
        synchronized (this) {
            try {
                while (!condition.getAsBoolean()) {
                    assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
                    wait(2);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
