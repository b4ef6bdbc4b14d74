package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.publisher.PublishCallback;

/** Message in flight with its callback. Compared by identity, as equal messages may be in flight. */
final class PendingPublish {
    private final OutboundMessage message;
    private PublishCallback receipt;
    private long sentAt;

    PendingPublish(OutboundMessage message, PublishCallback receipt) {
        this.message = message;
        this.receipt = receipt;
    }

    OutboundMessage message() {
        return message;
    }

    PublishCallback receipt() {
        return receipt;
    }

    /**
     * Completes the callback; later completions are ignored.
     *
     * @param code of the PUBACK
     */
    void complete(int code) {
        PublishCallback callback = receipt;
        receipt = PublishCallback.UNREAD;
        if (code == EstablishedConnection.NO_SUBSCRIBER) {
            EstablishedConnection.runGuarded(callback::unheard);
        } else {
            EstablishedConnection.runGuarded(code < 0x80 ? callback::acknowledged : callback::failed);
        }
    }

    void sent(long nanos) {
        sentAt = nanos;
    }

    long sentAt() {
        return sentAt;
    }
}
