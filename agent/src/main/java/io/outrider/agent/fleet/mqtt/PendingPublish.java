package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.publisher.PublishCallback;

/** Message in flight with its callback. Compared by identity, as equal messages may be in flight. */
final class PendingPublish {
    final OutboundMessage message;
    PublishCallback receipt;
    long sentAt; // ticker nanoseconds

    PendingPublish(OutboundMessage message, PublishCallback receipt) {
        this.message = message;
        this.receipt = receipt;
    }

    /** Completes the callback with the code of the PUBACK; later completions are ignored. */
    void complete(int code) {
        PublishCallback callback = receipt;
        receipt = PublishCallback.UNREAD;
        if (code == EstablishedConnection.NO_SUBSCRIBER) {
            EstablishedConnection.runGuarded(callback::unheard);
        } else {
            EstablishedConnection.runGuarded(code < 0x80 ? callback::acknowledged : callback::failed);
        }
    }
}
