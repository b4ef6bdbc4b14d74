package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.publisher.PublishCallback;

/** Message in flight with its callback. Compared by identity, as equal messages may be in flight. */
final class PendingPublish {
    final OutboundMessage message;
    PublishCallback callback;
    long sentAt; // ticker nanoseconds

    PendingPublish(OutboundMessage message, PublishCallback callback) {
        this.message = message;
        this.callback = callback;
    }

    /** Completes the callback with the code of the PUBACK; later completions are ignored. */
    void complete(int code) {
        PublishCallback first = callback;
        callback = PublishCallback.UNREAD;
        if (code == EstablishedConnection.NO_SUBSCRIBER) {
            EstablishedConnection.runGuarded(first::unheard);
        } else {
            EstablishedConnection.runGuarded(code < 0x80 ? first::acknowledged : first::failed);
        }
    }
}
