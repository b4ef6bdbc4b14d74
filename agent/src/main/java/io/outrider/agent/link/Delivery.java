package io.outrider.agent.link;

/** A message under way and whom to tell. Identity counts: the same message may be under way twice. */
final class Delivery {
    private final Message message;
    private final Receipt receipt;
    private long sentAt;

    Delivery(Message message, Receipt receipt) {
        this.message = message;
        this.receipt = receipt;
    }

    Message message() {
        return message;
    }

    Receipt receipt() {
        return receipt;
    }

    void sent(long nanos) {
        sentAt = nanos;
    }

    long sentAt() {
        return sentAt;
    }
}
