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

/** A mock of the link: what is published goes into a list and is acknowledged at once, or is refused. Any thread. */
final class Broker implements Publisher {
    /** @param topic the last part of it */
    record Message(String topic, JsonNode payload) {
        String jid() {
            return payload.path("jid").asText();
        }

        boolean isAnswer() {
            return topic.equals(Reply.RETURN) || payload.path("state").asText().equals("rejected");
        }
    }

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<Message> messages = new ArrayList<>();
    volatile boolean connected = true;
    volatile boolean losesAcknowledgements;
    volatile boolean hasNobody; // who subscribes
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
        } else if (hasNobody) {
            receipt.unheard();
        } else {
            receipt.acknowledged();
        }
        return true;
    }

    synchronized List<Message> messages() {
        return List.copyOf(messages);
    }

    List<JsonNode> answers(String jid) {
        return messages().stream()
                .filter(each -> each.isAnswer() && each.jid().equals(jid))
                .map(Message::payload)
                .toList();
    }

    /** The states a job was announced in, rejections too. */
    List<String> states(String jid) {
        return messages().stream()
                .filter(each -> each.topic().equals(Reply.JOB) && each.jid().equals(jid))
                .map(each -> each.payload().path("state").asText())
                .toList();
    }

    /** Waits for a job's first answer. */
    JsonNode answer(String jid) {
        await(() -> !answers(jid).isEmpty());
        return answers(jid).get(0);
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
